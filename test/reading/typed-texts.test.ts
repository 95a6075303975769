import type { NumericColumn } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from './folder.ts'

const folder = testFolder()
const rows = (of: (i: number) => unknown) => Array.from({ length: 40 }, (_, i) => ({ x: of(i), n: i * i }))

/** The warnings about texts of JSON, and the first value as the first warning reads it. */
async function noticed(of: (i: number) => unknown) {
  const path = folder.write('table.json', JSON.stringify(rows(of)))
  const { warnings } = await readTable(path)
  const [first] = warnings
  if (first === undefined) return { codes: [], value: null }
  const mended = await readTable(path, { ...(first.query && { sql: first.query }), ...first.remedy?.set })
  const column = mended.columns.find(({ name }) => name.startsWith('x') && !name.endsWith('unit'))!
  return {
    codes: warnings.map(({ code }) => code),
    value: column.type === 'numeric' ? column.values[0] : column.levels[column.codes[0]],
  }
}

describe('texts of a typed file', () => {
  it.each<[string, (i: number) => unknown, string, number]>([
    [
      'dates',
      (i) => `${String(28 - (i % 20)).padStart(2, '0')}.05.2024`,
      'unread-dates',
      Date.UTC(2024, 4, 28) / 86_400_000,
    ],
    ['moments', (i) => `2024-05-01T10:00:${10 + i}Z`, 'unread-dates', Date.UTC(2024, 4, 1, 10, 0, 10) / 1000],
    ['numbers with a unit', (i) => `${50 + i} kg`, 'doubtful-numbers', 50],
    ['amounts', (i) => `$${1 + i},250.50`, 'doubtful-numbers', 1250.5],
    ['decimal commas', (i) => `${i},25`, 'doubtful-numbers', 0.25],
    ['pairs', (i) => `${120 + i}/${80 - i}`, 'doubtful-numbers', 120],
    ['ranges', (i) => `${10 * (i % 4)}-${10 * (i % 4) + 9}`, 'ranges', 4.5],
    ['numbers beside N/A', (i) => (i % 7 === 3 ? 'N/A' : `${i}.5`), 'mixed-types', 0.5],
    ['numbers with a letter', (i) => `${30 + i}C`, 'doubtful-numbers', 30],
  ])('%s name what reads them', async (_, of, code, value) => {
    expect(await noticed(of)).toEqual({ codes: [code], value })
  })

  it.each<[string, (i: number) => unknown]>([
    ['names', (i) => ['Ann', 'Bob', 'Cid'][i % 3]],
    ['identifiers', (i) => `ID${1000 + i}`],
    ['whole numbers', (i) => String(40_000 + i)],
    ['sentences', (i) => `the ${i} mice, which ran`],
  ])('but not %s', async (_, of) => {
    expect(await noticed(of)).toEqual({ codes: [], value: null })
  })

  it('that are small whole numbers are named, unless they name something; words that are missing aside', async () => {
    const columns = (i: number) => ({
      stress: i % 9 === 0 ? 'NSP' : String((i * 7) % 11),
      id: String(100 + i),
      plot: String(1 + (i % 12)),
      code: `0${i % 7}`,
      sex: String(1 + (i % 3)),
      n: i,
    })
    const path = folder.write('scale.json', JSON.stringify(Array.from({ length: 60 }, (_, i) => columns(i))))
    const of = async (missingWords: readonly string[]) => {
      const { warnings } = await readTable(path, { missingWords })
      return warnings.filter(({ code }) => code === 'mixed-types')
    }
    expect(await of([])).toEqual([])
    const [warning, ...others] = await of(['+NSP'])
    expect(others).toEqual([])
    expect(warning).toMatchObject({ remedy: { set: { types: { stress: 'numeric' } }, loses: true } })
    expect(warning.message).toContain('column stress: 53 of 53 numbers are written as texts')
    const { columns: read } = await readTable(path, { missingWords: ['+NSP'], ...warning.remedy!.set })
    const expected = Array.from({ length: 60 }, (_, i) => (i % 9 === 0 ? NaN : (i * 7) % 11))
    expect([...(read[0] as NumericColumn).values]).toEqual(expected)
  })

  it('with two numbers in a cell have no query that drops the second', async () => {
    const hours = (i: number) => `${[23, 0, 22, 1][i % 4]}h${['45', '30', '00', '15'][i % 4]}`
    const path = folder.write('hours.json', JSON.stringify(rows(hours)))
    const { warnings } = await readTable(path)
    expect(warnings).toMatchObject([{ code: 'doubtful-numbers', columns: ['x'] }])
    expect(warnings[0].query).toBeUndefined()
    expect(warnings[0].message).toContain('x (23h45); write them as numbers')
    // Nor has a mark that may separate thousands.
    const amounts = (i: number) => (i % 2 === 0 ? `${835 + i}DT` : `${i}.385DT`)
    const money = await readTable(folder.write('money.json', JSON.stringify(rows(amounts))))
    expect(money.warnings.flatMap(({ query }) => query ?? [])).toEqual([])
    // The digits of a unit are none.
    const areas = await readTable(folder.write('areas.json', JSON.stringify(rows((i) => `${50 + i} m2`))))
    expect(areas.warnings[0].query).toBeDefined()
  })

  it('that are dates in digits are called texts', async () => {
    const path = folder.write('digits.json', JSON.stringify(rows((i) => `202401${10 + (i % 20)}`)))
    const { warnings } = await readTable(path)
    expect(warnings.map(({ message }) => message)).toEqual([
      'texts that look like dates, read as categorical: x (20240110); to read them so: --types x=date',
    ])
  })

  it('are looked at with quotes, tabs and line ends in them', async () => {
    expect(await noticed((i) => `a "${'xyz'[i % 3]}"\t\nb`)).toEqual({ codes: [], value: null })
  })
})
