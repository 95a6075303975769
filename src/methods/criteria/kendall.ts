import { Fenwick } from '../measures/fenwick.ts'
import { normalTail } from '../measures/tails.ts'
import type { Test } from '../measures/test.ts'
import { defineRank } from '../shapes/criterion.ts'
import { packTests } from './families/tests.ts'

/**
 * Rewards columns whose pairs of rows are ordered as the target orders them.
 *
 * J = τ-b = (C−D)/√((n₀−n₁)(n₀−n₂)), −1 to 1, ranked by |τ|; p exact for n ≤ 50 without ties, else normal,
 * variance with the terms for ties, no continuity correction (as scipy and R). A constant column gives 0.
 * Asks for the rows themselves, so very large data are refused. Kendall (1938, 1945).
 *
 * @example rank(table, { target: 'price', by: [kendall()] })
 */
export const kendall = defineRank({
  id: 'kendall',
  title: "Kendall's τ-b",
  features: { numeric: 'values', categorical: null },
  target: 'values',
  better: 'higher',
  signed: true,
  units: 'τ',
  pValue: 'exact for n ≤ 50 without ties, else normal',
  law: { of: 'ranks', kind: 'normal' },
  options: {},
  formula: 'τ_b = (C−D) / √((n₀−n₁)(n₀−n₂))',
  reference: 'Kendall 1938, 1945',
  needs: ({ features, target, view }) => [{ kind: 'rows', columns: [target!, ...features], view }],
  fold: ([{ columns, weights }]) => {
    const [y, ...features] = columns
    const tests = features.map((x) => tauOf(x, y, weights))
    return { n: Float64Array.from(tests, ({ n }) => n), ...packTests(tests) }
  },
})

/**
 * Kendall's τ-b of two columns over the rows where both have a value; weights count as repeated rows: τ = (C
 * − D)/√((n₀−n₁)(n₀−n₂)), n₀ = n(n−1)/2, n₁ and n₂ the pairs tied in x and in y. One pass over the rows in
 * order of x with a Fenwick tree over y: n log n. p is exact for at most 50 rows without ties, else normal,
 * without continuity correction, the variance with its terms for ties (Kendall 1970).
 */
function tauOf(x: Float64Array, y: Float64Array, weights: Float64Array): Test & { readonly n: number } {
  const rows = Int32Array.from(x.keys()).filter(
    (row) => weights[row] > 0 && !Number.isNaN(x[row]) && !Number.isNaN(y[row]),
  )
  const placeX = places(x, rows)
  const placeY = places(y, rows)
  const order = Int32Array.from(rows.keys()).sort((a, b) => placeX[a] - placeX[b])
  const tree = new Fenwick(rows.length)
  let n = 0
  let difference = 0
  for (let start = 0; start < order.length;) {
    let end = start
    while (end < order.length && placeX[order[end]] === placeX[order[start]]) end++
    for (let i = start; i < end; i++) {
      const place = placeY[order[i]]
      const below = tree.sumBelow(place)
      const above = n - tree.sumBelow(place + 1)
      difference += weights[rows[order[i]]] * (below - above)
    }
    let added = 0
    for (let i = start; i < end; i++) {
      tree.add(placeY[order[i]], weights[rows[order[i]]])
      added += weights[rows[order[i]]]
    }
    n += added
    start = end
  }
  return { n, ...tauTest(n, difference, tieSizes(placeX, rows, weights), tieSizes(placeY, rows, weights)) }
}

function tauTest(n: number, difference: number, tiesX: Float64Array, tiesY: Float64Array): Test {
  const pairs = (n * (n - 1)) / 2
  const tied = (sizes: Float64Array, term: (t: number) => number) =>
    sizes.reduce((sum, t) => sum + term(t), 0)
  const pairTerm = (t: number) => (t * (t - 1)) / 2
  const freeX = pairs - tied(tiesX, pairTerm)
  const freeY = pairs - tied(tiesY, pairTerm)
  if (n < 2 || freeX <= 0 || freeY <= 0) return { score: 0, pValue: 1 }
  const score = Math.max(-1, Math.min(1, difference / (Math.sqrt(freeX) * Math.sqrt(freeY))))
  if (n <= 50 && freeX === pairs && freeY === pairs) {
    return { score, pValue: exactTail(n, difference), pFrom: 'exact' }
  }
  const wide = (t: number) => t * (t - 1) * (2 * t + 5)
  const triple = (t: number) => t * (t - 1) * (t - 2)
  const variance =
    (wide(n) - tied(tiesX, wide) - tied(tiesY, wide)) / 18 +
    (4 * tied(tiesX, pairTerm) * tied(tiesY, pairTerm)) / (2 * n * (n - 1)) +
    (n > 2 ? (tied(tiesX, triple) * tied(tiesY, triple)) / (9 * n * (n - 1) * (n - 2)) : 0)
  return { score, pValue: normalTail(difference / Math.sqrt(variance)), law: 'unsure' }
}

/**
 * P of a difference between concordant and discordant pairs at least as large, from the inversions of all
 * orders of n.
 */
function exactTail(n: number, difference: number): number {
  const pairs = (n * (n - 1)) / 2
  const discordant = Math.min(pairs - difference, pairs + difference) / 2
  let share = new Float64Array(pairs + 1)
  share[0] = 1
  for (let size = 2; size <= n; size++) {
    const next = new Float64Array(pairs + 1)
    let window = 0
    for (let inversions = 0; inversions <= pairs; inversions++) {
      window += share[inversions] - (inversions >= size ? share[inversions - size] : 0)
      next[inversions] = window / size
    }
    share = next
  }
  let tail = 0
  for (let inversions = 0; inversions <= discordant; inversions++) tail += share[inversions]
  return Math.min(1, 2 * tail)
}

/** The rank of each row's value among the distinct values. */
function places(values: Float64Array, rows: Int32Array): Int32Array {
  const distinct = [...new Set(Float64Array.from(rows, (row) => values[row]).sort())]
  const place = new Map(distinct.map((value, i) => [value, i]))
  return Int32Array.from(rows, (row) => place.get(values[row])!)
}

function tieSizes(place: Int32Array, rows: Int32Array, weights: Float64Array): Float64Array {
  const sizes = new Float64Array(rows.length)
  place.forEach((group, i) => (sizes[group] += weights[rows[i]]))
  return sizes
}
