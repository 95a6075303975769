// Quarters in Romance languages, numbers grouped as in India, degrees with the letter of a compass alone.
import { describe, expect, it } from 'vitest'
import { tableFromCsv } from 'criba'
import type { ReadOptions } from 'criba/node'
import { openSource, readTable } from 'criba/node'
import { cells } from './cells.ts'
import { testFolder } from './folder.ts'

/** The column of a text with these cells, beside a column of numbers. */
async function read(texts: readonly string[], name = 'x', options: Pick<ReadOptions, 'types'> = {}) {
  for (const separator of [',', ';'])
    await tableFromCsv(
      `${name}${separator}row\n${texts.map((text) => `"${text}"${separator}0`).join('\n')}\n`,
    )
  const lines = texts.map((cell, row) => `"${cell}",${row}`)
  const { columns, warnings } = await tableFromCsv(`${name},row\n${lines.join('\n')}\n`, options)
  const [x] = columns
  return { type: x.type, time: x.type === 'numeric' ? x.time : undefined, values: cells(x), warnings }
}

/** The first days of the quarters of 2023, as days since 1970. */
const quarters = ['2023-01-01', '2023-04-01', '2023-07-01', '2023-10-01'].map(
  (day) => Date.parse(day) / 86_400_000,
)

describe('quarters', () => {
  it.each([
    ['trimestres', 'x', ['1er trimestre 2023', '2e trimestre 2023', '3ème trimestre 2023', '4e trim. 2023']],
    ['trim.', 'x', ['1º trim. 2023', '2º trim. 2023', '3.º trim. 2023', '4º trim. 2023']],
    [
      'de 2023',
      'x',
      ['1º trimestre de 2023', '2º trimestre del 2023', '3º trimestre de 2023', '4º trim. de 2023'],
    ],
    ['numeri romani', 'x', ['I trim. 2023', 'II trimestre 2023', 'III trim. 2023', 'IV trim. 2023']],
    ['Quartale', 'x', ['1. Quartal 2023', '2. Quartal 2023', '3. Quartal 2023', '2023 Quartal 4']],
    ['the number behind', 'x', ['Trimestre 1 2023', 'trimestre 2, 2023', 'Trim. 3 2023', 'Trimestre 4/2023']],
    ['T by the name', 'trimestre', ['T1 2023', 'T2-2023', '3T2023', '4T 2023']],
    ['T behind the year', 'fecha', ['2023T1', '2023-T2', '2023 T3', '2023T4']],
  ])('%s', async (_, name, texts) => {
    const { time, values, warnings } = await read(texts, name)
    expect(time).toBe('date')
    expect(values).toEqual(quarters)
    expect(warnings).toMatchObject([{ code: 'date-texts', columns: [name] }])
  })

  it('with a T alone may be terms: the option that is named reads them', async () => {
    const texts = ['T1 2023', 'T2 2023', 'T3 2023', 'T4 2023']
    const { type, warnings } = await read(texts)
    expect(type).toBe('categorical')
    expect(warnings).toMatchObject([{ code: 'unread-dates', remedy: { set: { types: { x: 'date' } } } }])
    expect((await read(texts, 'x', { types: { x: 'date' } })).values).toEqual(quarters)
  })

  it.each([
    ['more than four', ['5º trim. 2023', '6º trim. 2023', '7º trim. 2023']],
    ['levels of a game', ['T1 1000', 'T2 1200', 'T3 2500']],
    ['trimmed means', ['trim 1 of 2023', 'trim 2 of 2023', 'trim 3 of 2023']],
    ['names', ['II World War 1945', 'I World War 1918', 'IV Rome 2023']],
  ])('are no %s', async (_, texts) => {
    const { type, warnings } = await read(texts, 'fecha')
    expect(type).toBe('categorical')
    expect(warnings).toEqual([])
  })
})

describe('numbers grouped as in India', () => {
  it.each([
    [
      'amounts',
      ['1,10,456', '12,34,567.50', '45,678', '-9,87,654', '1,23,45,678'],
      [110_456, 1_234_567.5, 45_678, -987_654, 12_345_678],
    ],
    ['rupees', ['₹ 1,10,456', '₹ 12,34,567.50', '₹ 45,678'], [110_456, 1_234_567.5, 45_678]],
    ['Rs.', ['Rs. 1,10,456', 'Rs. 2,34,567', 'Rs. 45,678'], [110_456, 234_567, 45_678]],
  ])('%s', async (_, texts, values) => {
    const found = await read(texts)
    expect(found.values).toEqual(values)
    expect(found.warnings).toHaveLength(1)
    expect(found.warnings[0].message).toContain(`${texts[0]} is ${values[0]}`)
  })

  it.each([
    ['lists', ['1,10,100', '1,2,3', '2,20,200', '3,30,300']],
    ['two cells, which may be lists', ['1,10,456', '2,34,567', '45,678']],
    ['other groups', ['1,1,456', '2,3,567', '4,5,678', '12,345,67']],
    ['points', ['1.10.456', '12.34.567', '9.87.654', '1.11.222']],
  ])('but not %s', async (_, texts) => {
    expect((await read(texts)).type).toBe('categorical')
  })

  it('two cells are numbers by their type', async () => {
    const { values } = await read(['1,10,456', '2,34,567', '45,678'], 'x', { types: { x: 'numeric' } })
    expect(values).toEqual([110_456, 234_567, 45_678])
  })
})

describe('degrees with a letter alone', () => {
  it.each([
    ['north and south', ['44.03 N', '44.03 S', '12.5 N'], [44.03, -44.03, 12.5]],
    ['the letter first', ['N 44.03', 'S7.25', 'N 12.5'], [44.03, -7.25, 12.5]],
    ['east and west', ['3.7 W', '2.5 E', '171.25 W'], [-3.7, 2.5, -171.25]],
    ['este y oeste', ['3.7 O', '2.5 E', '1.75 O'], [-3.7, 2.5, -1.75]],
    ['Ost und West', ['13.4 O', '2.5 W', '1.75 O'], [13.4, -2.5, 1.75]],
  ])('%s', async (_, texts, values) => {
    const found = await read(texts)
    expect(found.values).toEqual(values)
    expect(found.warnings).toMatchObject([{ code: 'units', columns: ['x'] }])
    expect(found.warnings[0].message).toContain(`${texts[0]} is ${values[0]}`)
  })

  it.each([
    ['newtons', ['44.03 N', '41.5 N', '12.5 N'], [44.03, 41.5, 12.5]],
    ['watts', ['300.5 W', '41.5 W', '12.5 W'], [300.5, 41.5, 12.5]],
    ['one letter', ['13.4 O', '2.5 O', '1.75 O'], [13.4, 2.5, 1.75]],
  ])('%s are no degrees', async (_, texts, values) => {
    expect((await read(texts)).values).toEqual(values)
  })

  it.each([
    ['sizes', ['12 S', '14 N', '15 N']],
    ['both axes', ['30.5 W', '2.5 N', '1.7 W', '2.5 S']],
    ['beyond the poles', ['97.5 N', '2.5 S', '1.7 N']],
  ])('%s stay as they are', async (_, texts) => {
    expect((await read(texts)).type).toBe('categorical')
  })

  it('an odd cell among newtons is named', async () => {
    const { warnings } = await read(['44.03 N', '41.5 N', '12.5 N', '17.5 N', 'lost'])
    expect(warnings).toMatchObject([{ code: 'mixed-types', remedy: { set: { missingWords: ['+lost'] } } }])
    const pair = await read(['14.5 N', '12.5 N', '117/72'])
    expect(pair.warnings).toMatchObject([{ code: 'mixed-types' }])
  })
})

describe('degrees of which some have a letter', () => {
  const folder = testFolder()

  it.each([
    ['few', ['44.03', '44.03 S', '12.5', '13.5'], [44.03, -44.03, 12.5, 13.5]],
    [
      'many',
      [...Array.from({ length: 14 }, (_, i) => `${i}.5`), '7.25 S'],
      [...Array.from({ length: 14 }, (_, i) => i + 0.5), -7.25],
    ],
  ])('%s: the query that is named reads them', async (_, texts, values) => {
    const { type, warnings } = await read(texts)
    expect(type).toBe('categorical')
    expect(warnings).toMatchObject([{ code: 'doubtful-numbers', columns: ['x'] }])
    const path = folder.write(
      'sides.csv',
      `x,row\n${texts.map((text, row) => `${text},${row}`).join('\n')}\n`,
    )
    const { columns } = await readTable(path, { sql: warnings[0].query! })
    expect(columns.map(({ name }) => name)).toEqual(['x', 'row'])
    expect(cells(columns[0])).toEqual(values)
    await expect(readTable(path, { types: { x: 'numeric' } })).rejects.toThrow('S"')
  })

  it('and all are the same in DuckDB', async () => {
    const path = folder.write(
      'all.csv',
      'lat,q,n\n44.03 N,1er trimestre 2023,"1,10,456"\n7.25 S,2e trimestre 2023,"2,34,567"\n1.5 N,3e trimestre 2023,"3,45,678"\n',
    )
    for (const source of ['memory', 'duckdb'] as const) {
      const opened = await openSource(path, { source })
      expect(opened.columns.map(({ type }) => type)).toEqual(['numeric', 'numeric', 'numeric'])
      expect(opened.warnings.map(({ code }) => code)).toEqual(['units', 'thousands-marks', 'date-texts'])
      opened.close()
    }
  })
})
