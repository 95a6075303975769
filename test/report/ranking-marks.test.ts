import { tableFromColumns } from 'criba'
import { expect, it } from 'vitest'
import { rankingText } from '../../dist/src/report/ranking-text.js'
import { rank } from '../untyped.ts'

const display = { width: 80, colour: false, lines: Infinity }
const rows = Array.from({ length: 60 }, (_, row) => row)
const columns = {
  signal: rows.map((row) => (row * 7) % 5),
  name: rows.map((row) => `person ${row}`),
  y: rows.map((row) => (row % 2 ? 'yes' : 'no')),
}
const flags = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, j) => [`flag${j}`, rows.map(() => 0)]))

const lines = async (flagCount: number, by: readonly string[]) => {
  const result = await rank(tableFromColumns({ ...columns, ...flags(flagCount) }), { target: 'y', by })
  return rankingText(result, 'table', display).split('\n')
}

it.each([[['gini-gain']], [['gini-gain', 'mutual-information']]])(
  'marks the rows of unfit columns, and only these: %s',
  async (by) => {
    const text = await lines(2, by)
    // An identifier has no place.
    const rowOf = (name: string) => text.find((line) => new RegExp(`^ *\\d* +${name} `).test(line))
    expect(rowOf('name')).toMatch(/ identifier\b/)
    expect(rowOf('flag0')).toMatch(/ constant\b/)
    expect(rowOf('signal')).not.toMatch(/identifier|constant/)
  },
)

it.each([[['gini-gain']], [['gini-gain', 'mutual-information']]])(
  'summarises many constants in one line, and names them below: %s',
  async (by) => {
    const text = await lines(480, by)
    expect(text.length).toBeLessThan(20)
    expect(text).toContain('and 480 constant or empty columns, listed below')
    expect(text.some((line) => line.startsWith('  480 constants: flag0, flag1,'))).toBe(true)
  },
)

it('has no bars where there is no space for them', async () => {
  const table = tableFromColumns({ signal: rows.map((row) => (row % 2) + row / 60), y: columns.y })
  const result = await rank(table, { target: 'y', by: ['anova-f'] })
  const text = rankingText(result, 'table', { ...display, width: 30 })
  expect(text).toMatch(/^ *1 +signal +\d+\.\d+ /m)
  expect(text).not.toContain('█')
})
