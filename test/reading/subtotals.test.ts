// Rows that sum up others above or below them, with a word that says so or without one.
import { describe as describeTable, tableFromCsv } from 'criba'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()
const groups = ['North', 'South', 'East'].map((name, g) => ({
  name,
  parts: [1, 2, 3].map((i) => [`${name} ${i}`, 10.25 * i * i + g, 37 * i * i - g, i] as const),
}))
const sumOf = (parts: readonly (readonly [string, number, number, number])[], name: string) =>
  [name, ...[1, 2].map((i) => parts.reduce((sum, part) => sum + Number(part[i]), 0)), 2] as const
const textOf = (rows: readonly (readonly unknown[])[]) =>
  `store,q1,q2,rank\n${rows.map((row) => row.join(',')).join('\n')}\n`
const parts = groups.flatMap((group) => group.parts)
const total = sumOf(parts, 'Grand Total')

/** The warning about sums of both sources, and the table that its query leaves. */
async function noticed(rows: readonly (readonly unknown[])[]) {
  const path = folder.write('pivot.csv', textOf(rows))
  const found = []
  for (const source of ['memory', 'duckdb'] as const) {
    const opened = await openSource(path, { source })
    found.push((await describeTable(opened)).warnings.filter(({ code }) => code === 'totals'))
    opened.close()
  }
  expect(found[1]).toEqual(found[0])
  const [warning] = found[0]
  return { warning, mended: warning?.query ? await readTable(path, { sql: warning.query }) : null }
}

describe('rows that sum up others', () => {
  it.each([
    ['above', groups.flatMap(({ name, parts }) => [...parts, sumOf(parts, name)])],
    ['below', groups.flatMap(({ name, parts }) => [sumOf(parts, name), ...parts])],
    ['above', groups.flatMap(({ parts }) => [...parts, sumOf(parts, '')])],
  ])('%s them are named, with the query that leaves them out', async (where, rows) => {
    const { warning, mended } = await noticed(rows)
    expect(warning).toMatchObject({ columns: ['store'] })
    expect(warning.message).toMatch(new RegExp(`^3 rows may sum up those ${where} them: store`))
    expect(mended!.columns.map(cells)).toEqual([0, 1, 2, 3].map((i) => parts.map((part) => part[i])))
    expect(mended!.warnings).toEqual([])
  })

  it('below a total of all too, which other warnings name', async () => {
    const rows = [...groups.flatMap(({ name, parts }) => [sumOf(parts, name), ...parts]), total]
    const { warnings } = await readTable(folder.write('total.csv', textOf(rows)))
    expect(warnings.map(({ code }) => code)).toEqual(['frame', 'totals'])
  })

  it.each(['North 小計', 'North Итог', 'Total - North', 'North Suma'])('are known by %s', async (word) => {
    const rows = parts.map(([, ...values], i) => [i < 3 ? 'North' : 'South', ...values])
    const { warning, mended } = await noticed([...rows.slice(0, 3), [word, 61, 219, 2], ...rows.slice(3)])
    expect(warning.message).toMatch(/^levels that may sum up others: store/)
    expect(mended!.rows).toBe(9)
  })

  it('are none where one column is a sum by chance, or the groups do not fill the table', async () => {
    const single = groups.flatMap(({ name, parts }) => [...parts, [name, sumOf(parts, '')[1], 5, 1]])
    const partly = [...parts, sumOf(parts.slice(0, 3), 'x'), ...parts.slice(3)]
    for (const rows of [single, partly, parts]) expect((await noticed(rows)).warning).toBeUndefined()
  })
})

it('the sum of all below the sums of groups is one too', async () => {
  const rows = [0, 1, 2].flatMap((group) => {
    const own = Array.from(
      { length: 4 },
      (_, i) => [`10${group}${i}`, 100 * group + 37 * i + 11, 50 + group * 9 + i * i] as const,
    )
    const sums = [1, 2].map((place) => own.reduce((sum, row) => sum + Number(row[place]), 0))
    return [...own, [`* Summe 0${group + 1}.2024`, ...sums] as const]
  })
  const groups = rows.filter(([label]) => String(label).startsWith('*'))
  const all = [1, 2].map((place) => groups.reduce((sum, row) => sum + Number(row[place]), 0))
  const text = [['Beleg', 'Wert', 'Menge'], ...rows, ['** Gesamtsumme', ...all]]
    .map((row) => row.join(';'))
    .join('\n')
  const { warnings } = await tableFromCsv(`${text}\n`)
  const [{ query, why }] = warnings.filter(({ code }) => code === 'totals')
  expect(why).toMatch(/^4 rows may sum up those above them: Beleg /)
  expect(query).toContain("'** Gesamtsumme')")
})
