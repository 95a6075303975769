// Amounts without cents as they are written in Europe and India, and percentages of Turkey.
import { openSource, readTable } from 'criba/node'
import { expect, it } from 'vitest'
import { cells } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

it.each([
  ['a dash for no cents', ['12,-', '1.300,-', '7,–'], [12, 1300, 7]],
  ['a dash behind a point', ['CHF 12.–', 'CHF 1300.-', 'CHF 7.50'], [12, 1300, 7.5]],
  ['rupees', ['₹ 1,02,038/-', '₹ 950/-', '₹ 3,00,000/-'], [102038, 950, 300000]],
  ['shillings', ['KES 1,200/=', 'KES 950/=', 'KES 40/='], [1200, 950, 40]],
  ['a sign of percent first', ['%10', '%7,5', '%20'], [10, 7.5, 20]],
])('%s', async (_, texts, values) => {
  const path = folder.write(
    'amounts.tsv',
    `amount\ty\n${texts.map((text, i) => `${text}\t${i}`).join('\n')}\n`,
  )
  expect(cells((await readTable(path)).columns[0])).toEqual(values)
  const source = await openSource(path, { source: 'duckdb' })
  expect(source.columns[0].type).toBe('numeric')
  source.close()
})

it('a dash behind blanks, or two of them between numbers, make no amount', async () => {
  const path = folder.write('codes.tsv', 'code\ty\n12,-3\t1\n13/-4\t2\n%a\t3\n')
  expect((await readTable(path)).columns[0].type).toBe('categorical')
})
