// Counts that no row has 0 of, and many rows nothing: an empty cell may mean 0.
import { describe as describeTable } from 'criba'
import { openSource, readTable } from 'criba/node'
import { expect, it } from 'vitest'
import { cells } from '../reading/cells.ts'
import { testFolder } from '../reading/folder.ts'

const folder = testFolder()

/** Two in three cells of 90 rows are empty; of the others most are 1. */
const counts = (most: number) =>
  Array.from({ length: 90 }, (_, row) =>
    row % 3 > 0 ? '' : String(row % 2 === 0 ? 1 : 1 + ((row * 7) % most)),
  )

function fileOf(columns: Readonly<Record<string, readonly string[]>>) {
  const names = Object.keys(columns)
  const rows = Array.from({ length: 90 }, (_, row) => names.map((name) => columns[name][row]).join(','))
  return folder.write(
    'counts.csv',
    `${names.join(',')},n\n${rows.map((row, i) => `${row},${i / 4}`).join('\n')}\n`,
  )
}

async function found(path: string, where: 'memory' | 'duckdb' = 'memory') {
  const source = await openSource(path, { source: where })
  const { warnings } = await describeTable(source)
  source.close()
  return warnings.filter(({ message }) => message.startsWith('counts without a 0'))
}

it.each(['memory', 'duckdb'] as const)(
  'is named by the name of the column, with its query, in %s',
  async (where) => {
    const path = fileOf({ visits: counts(4) })
    const [{ code, columns, message, query }, ...more] = await found(path, where)
    expect(more).toEqual([])
    expect([code, columns]).toEqual(['missingness', ['visits']])
    expect(message).toBe(
      'counts without a 0 whose empty cells may mean 0: visits (1 to 4, 60 empty); if they do, say --sql "SELECT * REPLACE (coalesce(visits, 0) AS visits) FROM data"',
    )
    const read = await readTable(path, { sql: query! })
    expect(cells(read.columns[0])).toEqual(counts(4).map(Number))
  },
)

it('is named in several columns whose largest numbers differ, as those of species are', async () => {
  const species = { 'A. alba': counts(4), 'B. nana': counts(9), 'C. mas': counts(5) }
  expect((await found(fileOf(species)))[0].columns).toEqual(Object.keys(species))
  // Answers on a scale end alike.
  expect(await found(fileOf({ q1: counts(7), q2: counts(7), q3: counts(7) }))).toEqual([])
  expect(await found(fileOf({ q1: counts(4), q2: counts(5), q3: counts(3) }))).toEqual([])
})

it('is not named of other numbers', async () => {
  const given = counts(4)
  const but = (change: (cell: string, row: number) => string) => found(fileOf({ visits: given.map(change) }))
  expect(await but((cell, row) => (row === 3 ? '0' : cell))).toEqual([])
  expect(await but((cell, row) => (row === 3 ? '1.5' : cell))).toEqual([])
  expect(await but((cell) => (cell === '1' ? '2' : cell === '2' ? '1' : cell))).toEqual([])
  expect(await but((cell, row) => (cell === '' && row % 30 > 1 ? '1' : cell))).toEqual([])
  expect(await found(fileOf({ amount: given }))).toEqual([])
})
