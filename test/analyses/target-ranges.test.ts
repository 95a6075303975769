// Columns made of a numeric target: their levels are ranges of it.
import { describe, tableFromColumns } from 'criba'
import { describe as suite, expect, it } from 'vitest'
import { oneEngine } from '../parity/one-engine.ts'
import { draws } from './row-dependence.ts'

const duckdb = oneEngine()
const { normal, random } = draws(51)
const y = Array.from({ length: 400 }, normal)
const bandOf = (cuts: readonly number[], names: readonly string[]) =>
  y.map((one) => names[cuts.filter((cut) => one > cut).length])

const made = {
  band: bandOf([-0.8, 0.3], ['middle', 'aa', 'high']),
  unequal: bandOf([1.1], ['no', 'yes']),
  tail: bandOf([1.9], ['no', 'yes']),
}
const others = {
  // One row of 400 is in the range of another level, or its level has a single row.
  odd: bandOf([0.1], ['low', 'high']).map((level, row) =>
    row === 7 ? (level === 'low' ? 'high' : 'low') : level,
  ),
  one: bandOf([Math.max(...y) - 1e-9], ['all', 'top']),
  missing: bandOf([0.1], ['low', 'high']).map((level, row) => (row === 7 ? null : level)),
  near: y.map((one) => (one + 0.2 * normal() > 0 ? 'a' : 'b')),
  noise: y.map(() => (random() < 0.5 ? 'a' : 'b')),
  x: y.map(normal),
}

suite('columns made of a numeric target', () => {
  it('are those whose levels are ranges that do not overlap, in either source', async () => {
    const table = tableFromColumns({ ...made, ...others, y })
    for (const source of [table, await duckdb.sourceOf(table)]) {
      const { columns } = await describe(source, { target: 'y', task: 'regression' })
      const leaks = columns.filter(({ findings = [] }) => findings.some(({ kind }) => kind === 'leak'))
      expect(leaks.map(({ name }) => name)).toEqual(['band', 'unequal', 'tail'])
      expect(leaks[0].findings![0].message).toBe(
        'has a range of y for each level, and these do not overlap: is it made of the target?',
      )
    }
  })

  it('are none that have a large effect, so that their ranges lie apart', async () => {
    for (const effect of [4, 6, 8, 20]) {
      const cause = y.map(() => (random() < 0.4 ? 'steel' : 'wood'))
      const density = cause.map((one) => normal() + (one === 'steel' ? effect : 0))
      const table = tableFromColumns({ cause, x: others.x, y: density })
      const { columns } = await describe(table, { target: 'y', task: 'regression' })
      expect(
        columns.flatMap(({ findings = [] }) => findings.filter(({ message }) => /range/.test(message))),
      ).toEqual([])
    }
  })

  it('are found among ties, unless a value is in two levels', async () => {
    const tied = y.map((one) => Math.round(2 * one))
    const level = tied.map((one) => (one > 0 ? 'up' : 'down'))
    const shared = tied.map((one, row) => (one > 0 || (one === 0 && row % 2 === 0) ? 'up' : 'down'))
    const table = tableFromColumns({ level, shared, x: others.x, y: tied })
    const { columns } = await describe(table, { target: 'y', task: 'regression' })
    const leaks = columns.filter(({ findings = [] }) => findings.some(({ kind }) => kind === 'leak'))
    expect(leaks.map(({ name }) => name)).toEqual(['level'])
  })
})
