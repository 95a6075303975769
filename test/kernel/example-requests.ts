// A table and requests that use every kernel, for tests that compare threads and platforms. Also runs in the browser.
import type { Request, Table, Variable } from 'criba'
import { tableFromColumns } from 'criba'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Whole numbers 0 … count−1, the same on every machine; some are missing if `hasGaps`. */
function drawLevels(rows: number, count: number, hasGaps: boolean, seed: number): (number | null)[] {
  const random = xoroshiro128plus(seed)
  return Array.from({ length: rows }, () => {
    const value = uniformInt(random, 0, count - 1)
    return hasGaps && uniformInt(random, 0, 9) === 0 ? null : value
  })
}

/** Columns of 2 to 40 levels, every third with missing values. */
export function exampleTable(rows: number, columns: number): Table {
  return tableFromColumns(
    Array.from(
      { length: columns },
      (_, i) => [`x${i}`, drawLevels(rows, 2 + ((i * 7) % 39), i % 3 === 2, i + 1)] as const,
    ),
  )
}

/** Enough work for the pool: entropies of pairs and of triples with a base, contingency tables, and more. */
export function exampleRequests(table: Table): readonly Request[] {
  const variables = table.columns.map((_, column): Variable => ({
    column,
    coding: { kind: 'cuts', cuts: Array.from({ length: 1 + ((column * 7) % 39) }, (_, cut) => cut + 0.5) },
  }))
  const view = {}
  const [a, b, ...each] = variables
  // Many columns of few levels and without missing values are counted packed.
  const few = each.filter((_, i) => (i + 2) % 3 !== 2 && ((i + 2) * 7) % 39 < 31)
  const numbers = table.columns.map((_, column): Variable => ({ column, coding: null }))
  const [y, ...features] = numbers.slice(0, 7)
  const near = { kind: 'nearest', view, scale: 'standard' } as const
  const shared = { of: 'differences', target: y, as: 'value', ties: 'shared' } as const
  return [
    { kind: 'entropy', family: { of: variables, sizes: [1, 2] }, view },
    { kind: 'entropy', family: { base: [a, b], each }, view },
    {
      kind: 'entropy',
      family: { base: [], each },
      within: { base: [a, b], each: [...each].reverse() },
      view,
    },
    { kind: 'entropy', family: { base: [b], each: few }, also: a, view },
    { kind: 'counts', family: { base: [a], each }, view },
    { kind: 'moments', family: { base: [y], each: numbers.slice(1) }, of: 'values', view },
    { kind: 'moments', family: { base: [], each: numbers }, by: a, of: 'values', view },
    { kind: 'moments', family: { base: [], each: features }, of: 'ranks', view },
    { kind: 'order', variable: y, at: [{ part: 1, of: 3, side: 'lower' }], distinctUpTo: 50, view },
    // The columns have too few values for neighbours in all of them, so only some are requested.
    {
      ...near,
      family: { of: [features[0], features[2]], sizes: [1, 2] },
      k: 1,
      metric: 'euclidean',
      wanted: shared,
    },
    {
      ...near,
      family: { list: [[features[0], features[2], features[3]]] },
      k: 3,
      metric: 'manhattan',
      wanted: { of: 'distances' },
      jitter: 0.1,
    },
    {
      ...near,
      family: { base: [], each: features },
      k: 3,
      metric: 'chebyshev',
      wanted: { of: 'ksg', with: [y], rule: 1 },
      jitter: 0.1,
    },
    {
      ...near,
      family: { base: [], each: features },
      k: 3,
      metric: 'chebyshev',
      wanted: { of: 'levels', target: a },
      jitter: 0.1,
    },
  ]
}
