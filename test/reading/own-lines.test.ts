// Groups named on a line of their own, with sums below them: named, with the option and the query that leave a plain table.
import { describe as describeTable } from 'criba'
import { openSource } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { isLong } from '../properties/runs.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

const groups = ['Acme', 'Bluebird', 'Cole']
/** Ten rows a group, of 1 to 10 times the place of the group. */
const fileOf = (sumOf: (group: string) => string) => {
  const lines = groups.flatMap((group, i) => [
    `${group},,,`,
    ...Array.from(
      { length: 10 },
      (_, j) => `,2024-03-${10 + j},${(i + 1) * (j + 1)},${j % 2 ? 'ja' : 'nein'}`,
    ),
    `${sumOf(group)},,${55 * (i + 1)},`,
  ])
  return folder.write('own-lines.csv', `customer,date,amount,late\n${lines.join('\n')}\nTOTAL,,330,\n`)
}

async function described(path: string, options = {}, target?: string) {
  const source = await openSource(path, options)
  try {
    return await describeTable(source, target === undefined ? {} : { target })
  } finally {
    source.close()
  }
}

describe('groups on lines of their own', () => {
  it.each([
    ['Total for Acme', (group: string) => `Total for ${group}`],
    ['Summe Acme', (group: string) => `Summe ${group}`],
    ['Sous-total Acme', (group: string) => `Sous-total ${group}`],
    ['Totale per Acme', (group: string) => `Totale per ${group}`],
    ['Suma de Acme', (group: string) => `Suma de ${group}`],
    ['Acme Total', (group: string) => `${group} Total`],
    ['Acme Ergebnis', (group: string) => `${group} Ergebnis`],
  ])('with sums such as %s', async (title, sumOf) => {
    const path = fileOf(sumOf)
    // What is done with the words that were found is the same for all.
    const isFirst = isLong || title === 'Total for Acme'
    for (const target of isFirst ? [undefined, 'late'] : ['late']) {
      const { warnings } = await described(path, {}, target)
      const totals = warnings.find(({ code }) => code === 'totals')!
      for (const group of groups) expect(totals.query).toContain(`'${sumOf(group)}'`)
      expect(totals.query).toContain(`'TOTAL'`)
      const outline = warnings.find(({ code }) => code === 'outline')!
      expect(outline.remedy!.set).toEqual({ fillDown: ['customer'] })
      const { message } = warnings.find(({ code }) => code === 'queries')!
      const sql = /: --sql "(.*)"$/.exec(message)![1]
      for (const source of isFirst ? ['memory', 'duckdb'] : ['memory']) {
        const {
          columns,
          data,
          warnings: after,
        } = await described(path, { fillDown: ['customer'], sql, source })
        expect(data.rows).toBe(30)
        expect(columns.map(({ missing }) => missing)).toEqual([0, 0, 0, 0])
        expect(columns[0].levels).toHaveLength(3)
        expect(columns[2]).toMatchObject({ type: 'numeric', min: 1, max: 30 })
        expect(after.filter(({ query }) => query !== undefined)).toEqual([])
      }
    }
  })
})

describe('numbers with and without a unit', () => {
  it('of which some have a comma and some a point are read by the option that is named', async () => {
    const texts = ['8.75', '€ 38,65', '12.58', '€ 3,30', '33.63', '7', '10.89', '€ 1.234,50']
    const path = folder.write('prices.csv', `x;y\n${texts.map((text, i) => `"${text}";${i}\n`).join('')}`)
    const { warnings } = await described(path)
    expect(warnings[0].remedy!.set).toEqual({ types: { x: 'numeric' } })
    for (const source of ['memory', 'duckdb']) {
      const { columns } = await described(path, { ...warnings[0].remedy!.set, source })
      expect(columns[0]).toMatchObject({ type: 'numeric', missing: 0, min: 3.3, max: 1234.5, distinct: 8 })
    }
  })

  it('of which some are percentages have a query that reads parts of one', async () => {
    const texts = ['0.22', '22%', '0.04', '4%', '0.1', '10 %', '0.22', '5,5%']
    const path = folder.write('rates.csv', `x;y\n${texts.map((text, i) => `"${text}";${i}\n`).join('')}`)
    const { warnings } = await described(path)
    const { columns } = await described(path, { sql: warnings[0].query })
    expect(columns[0]).toMatchObject({ type: 'numeric', missing: 0, min: 0.04, max: 0.22 })
  })
})
