// Numbers in units that do not convert: named, with the query that keeps one unit and makes a column of them.
import { tableFromCsv } from 'criba'
import type { Column } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { named } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

const valuesOf = (column: Column) => (column.type === 'numeric' ? Array.from(column.values) : column.levels)

/** The warning about a column, and the columns that its query makes. */
async function mended(name: string, cells: readonly string[]) {
  const path = folder.write('units.csv', `n;${name}\n${cells.map((cell, i) => `${i};${cell}`).join('\n')}\n`)
  const { columns, warnings } = await readTable(path)
  expect(columns[1].type).toBe('categorical')
  const { message, query } = warnings.find(({ code }) => code === 'mixed-units')!
  const { n: _, ...others } = named(await readTable(path, { sql: query! }))
  return { message, others }
}

describe('numbers in several units', () => {
  it('are amounts of several currencies, with either decimal mark', async () => {
    const cells = ['€1.234,50', '$1,234.50', '12 EUR', 'US$ 15.25', '-€3', '$ -4', '€0,5', '€1.000']
    const { message, others } = await mended('price', cells)
    expect(message).toMatch(
      /different units, read as categorical: price \(€: 5, \$: 3\); for those in the unit named first/,
    )
    expect(others).toEqual({
      price_currency: ['€', '$', '€', '$', '€', '$', '€', '€'],
      price: [1234.5, null, 12, null, -3, null, 0.5, 1000],
    })
  })

  it('are rates, shares beside amounts, and units with a digit in their name', async () => {
    const yearly = Array.from({ length: 8 }, (_, i) => `$${52 + i},000/yr`)
    const hourly = Array.from({ length: 6 }, (_, i) => `$${25 + i}.50/hr`)
    expect((await mended('pay', [...yearly, ...hourly])).others).toEqual({
      pay_unit: [...yearly.map(() => '$ /yr'), ...hourly.map(() => '$ /hr')],
      pay: [...yearly.map((_, i) => 52_000 + 1000 * i), ...hourly.map(() => null)],
    })
    expect((await mended('off', ['10%', '5,50 €', '15%', '20%', '12,5 €', '25%'])).others).toEqual({
      off_unit: ['%', '€', '%', '%', '€', '%'],
      off: [10, null, 15, 20, null, 25],
    })
    const { others } = await mended('size', ['12,5 m²', '3 kg', '4 m2', '7,25 m²', '8 Kg.', '9 m²'])
    expect(others['size']).toEqual([12.5, null, 4, 7.25, null, 9])
  })

  it('convert by a factor in place of NULL', async () => {
    const text = 'n;p\n1;€5\n2;$8\n3;€6\n4;€7\n5;$2,5\n'
    const path = folder.write('rate.csv', text)
    const { query } = (await tableFromCsv(text)).warnings[0]
    const sql = query!.replace(`WHEN '$' THEN NULL`, () => `WHEN '$' THEN 0.5`)
    expect(named(await readTable(path, { sql }))['p']).toEqual([5, 4, 6, 7, 1.25])
  })

  it('are not divided where some lack a unit, or a mark may separate thousands', async () => {
    const { warnings } = await tableFromCsv('n;p\n1;12 kg\n2;3 €\n3;4\n4;8 kg\n5;9 kg\n6;11 €\n7;7 kg\n')
    expect(warnings.find(({ code }) => code === 'mixed-units')?.query).toBeUndefined()
    const lengths = 'n,p\n1,"1,234 kg"\n2,"2,345 m"\n3,"3,456 kg"\n4,"4,567 m"\n5,"5,678 kg"\n6,"6,789 m"\n'
    expect(
      (await tableFromCsv(lengths)).warnings.find(({ code }) => code === 'mixed-units')?.query,
    ).toBeUndefined()
  })

  it.each(['', ' '])('are temperatures with a letter behind %j', async (blank) => {
    const degrees = [
      '37.2C',
      '98.6F',
      '36.9C',
      '101.3F',
      '37.0C',
      '38.1C',
      '35.5C',
      '36.2C',
      '36.3C',
      '36.4C',
      '36.5C',
    ]
    const cells = degrees.map((cell, i) => `${i},${cell.replace(/(?=[CF])/, blank)}`)
    const path = folder.write('temp.csv', `n,t\n${cells.join('\n')}\n`)
    const { warnings } = await readTable(path)
    expect(warnings[0].message).toContain('temperatures in °C and °F')
    expect(named(await readTable(path, { sql: warnings[0].query! }))['t']).toEqual(
      [37.2, 37, 36.9, 38.5, 37, 38.1, 35.5, 36.2, 36.3, 36.4, 36.5].map(
        (value) => expect.closeTo(value, 9) as number,
      ),
    )
  })

  it('are no temperatures where seats have letters', async () => {
    const text = 'n,seat\n1,12C\n2,14F\n3,3C\n4,7F\n5,21C\n6,30F\n'
    const { columns, warnings } = await tableFromCsv(text)
    expect(columns[1].type).toBe('categorical')
    expect(warnings).toEqual([])
  })
})

it('a limit may have a power of ten', async () => {
  const { columns } = await tableFromCsv('n;x\n1;<1\n2;>2,4E3\n3;12\n4;7\n5;9\n6;15\n')
  expect(valuesOf(columns[1])).toEqual([0.5, 2400, 12, 7, 9, 15])
})

it('days are j in French', async () => {
  const { columns } = await tableFromCsv('n;absent\n1;3j 2h\n2;5h\n3;0\n4;1j 1h\n5;2j\n')
  expect(valuesOf(columns[1])).toEqual([74, 5, 0, 25, 48])
})
