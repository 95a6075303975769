// What a criterion of sets tells of the set that is chosen.
import { tableFromColumns } from 'criba'
import { defineSubset, exhaustive, forward } from 'criba/methods'
import { expect, it } from 'vitest'
import { membersOf } from '../../dist/src/core/statistics/family.js'
import { select } from '../untyped.ts'

const rows = Array.from({ length: 12 }, (_, row) => row)
const table = tableFromColumns({
  a: rows,
  b: rows.map((row) => (row * 5) % 12),
  c: rows.map((row) => (row * 7) % 12),
  y: rows,
})

/** Rewards small sets, and warns of every set that it is asked for. */
const warning = defineSubset({
  id: 'warning',
  title: 'Warns',
  features: { numeric: 'values', categorical: 'levels' },
  target: 'values',
  better: 'higher',
  units: 'none',
  options: {},
  formula: '1/s',
  reference: 'none',
  needs: () => [],
  fold: (_, { sets }) => {
    const all = [...membersOf(sets)]
    return {
      score: Float64Array.from(all, (set) => 1 / set.length),
      n: new Float64Array(all.length).fill(12),
      warnings: all.map((set) => ({ code: 'not-converged', message: `of ${set.length} columns` })),
    }
  },
})

it.each([forward(), exhaustive()])('is in the result: %o', async (search) => {
  const { warnings } = await select(table, { target: 'y', criterion: warning, search, k: 2, asIs: true })
  const own = warnings.filter(({ code }) => code === 'not-converged')
  expect(own).toEqual([{ code: 'not-converged', message: 'of 2 columns' }])
})
