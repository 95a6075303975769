import type { ColumnDescription, Description } from 'criba'
import * as criba from 'criba'
import { tableFromColumns } from 'criba'
import { expect, it } from 'vitest'
import { descriptionTables } from '../../dist/src/report/tables/description.js'
import { descriptionText } from '../../dist/src/report/description-text.js'

async function wide(columns: number): Promise<Description> {
  const base = await criba.describe(tableFromColumns({ a: [1, 2, 2.5, 4], b: ['u', 'v', 'v', 'v'] }))
  const [numeric, categorical] = base.columns as readonly [ColumnDescription, ColumnDescription]
  const many = Array.from({ length: columns }, (_, i): ColumnDescription => ({
    ...(i % 4 === 3 ? categorical : numeric),
    ...(i % 100 === 96 && { time: 'date' as const }),
    name: `the expression of a gene with a long name, number ${i}`,
    ...(i === columns - 1 && { findings: [{ kind: 'constant', message: 'is constant' }] }),
  }))
  return { ...base, columns: many }
}
const display = { width: 80, colour: false, lines: 50 }

it('counts the columns that a terminal does not show by type, and says what is to check of them', async () => {
  const description = await wide(10_000)
  const lines = descriptionText(description, 'wide', display).split('\n')
  expect(lines.filter((line) => /^the ex\S* /.test(line))).toHaveLength(50)
  // 9,950 columns: 100 dates, and a quarter of all of text, of which 12 are shown.
  expect(lines).toContain(
    '… and 9,950 more: 7,362 numeric, 2,488 categorical, 100 date (--format csv lists all)',
  )
  expect(lines.join('\n')).toMatch(/to check: 1 column\n {2}1 constant: the expression.*9999/)
  expect(descriptionTables(description, 'wide')[0].rows).toHaveLength(10_000)
})

it('prints as many columns as there are where the output is no terminal', async () => {
  const text = descriptionText(await wide(10_000), 'wide', { ...display, lines: Infinity })
  expect(text.split('\n').filter((line) => /^the ex\S* /.test(line))).toHaveLength(10_000)
  expect(text).not.toContain('more:')
})
