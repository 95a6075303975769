import { countLevels } from '#core'
import { exactDistanceTail, greatestDistance, kolmogorovTail } from '../measures/kolmogorov.ts'
import type { SortedSample } from '../measures/kolmogorov.ts'
import type { Test } from '../measures/test.ts'
import { defineRank } from '../shapes/criterion.ts'
import { packTests } from './families/tests.ts'

/** Up to so many pairs of rows p is exact. */
const mostPairs = 100_000

/**
 * Rewards columns whose distributions differ most somewhere between the classes, in place, width or shape.
 *
 * J = D = max_t |F₁(t) − F₀(t)|, F the share of the rows of a class at or below t: 0 to 1; of more classes the
 * greatest over all pairs. Of two classes p is exact for n₀·n₁ ≤ 100,000 with whole weights, ties included,
 * else asymptotic, and then too large where many values are tied or a class has few rows; of more classes by
 * permutation. A constant column gives 0. `wilcoxon` and `auc` find shifts better. Asks for the rows
 * themselves, so very large data are refused. Kolmogorov (1933), Smirnov (1939), Schröer and Trenkler (1995).
 *
 * @example rank(table, { target: 'diagnosis', by: [ks()] })
 */
export const ks = defineRank({
  id: 'ks',
  title: 'Kolmogorov–Smirnov statistic',
  features: { numeric: 'values', categorical: null },
  target: 'classes',
  better: 'higher',
  units: 'D',
  pValue: 'of two classes exact for n₀·n₁ ≤ 100,000, else asymptotic',
  hasLaw: ({ coding }) => countLevels(coding!) <= 2,
  options: {},
  formula: 'D = max_t |F₁(t) − F₀(t)|; more classes: the greatest over pairs',
  reference: 'Kolmogorov 1933; Smirnov 1939; Schröer & Trenkler 1995',
  needs: ({ features, target, view }) => [{ kind: 'rows', columns: [target!, ...features], view }],
  fold: ([{ columns, weights }], { target }) => {
    const [y, ...features] = columns
    const classes = countLevels(target!.coding!)
    const tests = features.map((x) => distanceOf(samplesOf(x, y, weights, classes)))
    const { pValue, pFrom, ...others } = packTests(tests)
    return {
      n: Float64Array.from(tests, ({ n }) => n),
      ...others,
      ...(classes <= 2 && { pValue, pFrom }),
    }
  },
})

/** The values of each class that has rows. */
function samplesOf(
  x: Float64Array,
  y: Float64Array,
  weights: Float64Array,
  classes: number,
): readonly SortedSample[] {
  const rowsOf = Array.from({ length: classes }, (): number[] => [])
  for (let row = 0; row < x.length; row++)
    if (weights[row] > 0 && !Number.isNaN(x[row]) && !Number.isNaN(y[row])) rowsOf[y[row]].push(row)
  return rowsOf.filter((rows) => rows.length > 0).map((rows) => sampleOf(x, rows, weights))
}

function sampleOf(x: Float64Array, rows: number[], weights: Float64Array): SortedSample {
  const isWeighted = rows.some((row) => weights[row] !== 1)
  // Numbers alone are sorted several times as fast.
  if (isWeighted) rows.sort((a, b) => (x[a] < x[b] ? -1 : Number(x[a] > x[b])))
  const values = Float64Array.from(rows, (row) => x[row])
  const own = Float64Array.from(rows, (row) => weights[row])
  return {
    values: isWeighted ? values : values.sort(),
    weights: own,
    n: own.reduce((sum, one) => sum + one, 0),
  }
}

function distanceOf(samples: readonly SortedSample[]): Test & { readonly n: number } {
  const n = samples.reduce((sum, sample) => sum + sample.n, 0)
  if (samples.length < 2) return { n, score: 0, pValue: 1, why: 'only one class has rows' }
  let score = 0
  samples.forEach((own, i) => {
    for (const other of samples.slice(0, i)) score = Math.max(score, shareOf(other, own))
  })
  const [first, second] = samples
  if (samples.length > 2) return { n, score }
  const isExact =
    first.n * second.n <= mostPairs && samples.every(({ weights }) => weights.every(Number.isInteger))
  if (!isExact) return { n, score, pValue: kolmogorovTail(score, first.n, second.n) }
  return {
    n,
    score,
    pValue: exactDistanceTail(greatestDistance(first, second), first, second),
    pFrom: 'exact',
  }
}

function shareOf(first: SortedSample, second: SortedSample): number {
  return Math.min(1, greatestDistance(first, second) / (first.n * second.n))
}
