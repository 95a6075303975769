import { readTable } from 'criba/node'
import { expect, it } from 'vitest'
import { cells } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

it('filling down goes on over chunks without a name, and where texts of other columns are too many to be kept', async () => {
  // More than 2^20 different texts, after which DuckDB forgets them; the second name stands in the last rows.
  const rows = 1_100_000
  const of = (row: number) => (row === 0 ? 'A' : row === rows - 4 ? 'B' : '')
  const lines = Array.from({ length: rows }, (_, row) => `${of(row)},k${row.toString(36)}\n`)
  const path = folder.write('forgotten.csv', `g,id\n${lines.join('')}`)
  const sizes = [
    ['A', rows - 4],
    ['B', 4],
  ]
  const sql = 'SELECT g, count(*) AS n FROM data GROUP BY g ORDER BY g'
  const counted = await readTable(path, { fillDown: ['g'], sql })
  const [names, counts] = counted.columns.map(cells)
  expect(names.map((name, i) => [name, counts[i]])).toEqual(sizes)
  const { columns } = await readTable(path, { fillDown: ['g'] })
  const found = new Map<unknown, number>()
  for (const name of cells(columns[0])) found.set(name, (found.get(name) ?? 0) + 1)
  expect([...found]).toEqual(sizes)
})
