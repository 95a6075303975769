import ln from '@stdlib/math-base-special-ln'
import { singles } from '#core'
import type { MomentsRequest, Warning } from '#core'
import { completeIn } from '../learners/learner.ts'
import { groupsOf, rangeOf, totalRows } from '../measures/groups-by-class.ts'
import type { Group } from '../measures/groups-by-class.ts'
import { defineRank } from '../shapes/criterion.ts'

const options = {
  columns: { type: 'whole', min: 1, default: 10, help: 'the most columns that tell the classes apart' },
} as const

/** A gap that is a smaller share of the bound is rounding. */
const rounding = 1e-9

/**
 * Rewards columns of counts whose sums differ between two classes in other shares than those of the columns
 * chosen together: naive Bayes of counts (multinomial) in which at most `columns` columns have parameters of
 * their own in each class.
 *
 * J = f⁺·log(f⁺/(f·α)) + f⁻·log(f⁻/(f·(1 − α))) in nats, 0 or more; f⁺ and f⁻ are the sums of the column in
 * the classes, f both, and α the share that minimises the sum of the `columns` greatest J. Those are chosen;
 * that sum bounds what any `columns` columns can add to the log-likelihood, and a warning says how far below
 * they are. Numbers are counts, 0 or more, so their units matter: ten times the values count ten times as
 * much. For columns of two levels, the same model with a table for each column chooses by
 * `mutual-information`. Askari, d'Aspremont and El Ghaoui (2020).
 *
 * @example rank(table, { target: 'spam', by: [sparseNaiveBayes({ columns: 50 })] })
 */
export const sparseNaiveBayes = defineRank({
  id: 'sparse-naive-bayes',
  title: 'Sparse naive Bayes of counts',
  features: { numeric: 'values', categorical: null },
  target: 'classes',
  twoClasses: true,
  joint: true,
  cut: 'chosen',
  better: 'higher',
  units: 'nats',
  options,
  formula: 'f⁺·log(f⁺/(f·α)) + f⁻·log(f⁻/(f·(1 − α))), α = argmin of the sum of the greatest',
  reference: 'Askari, d’Aspremont & El Ghaoui 2020',
  needs: ({ features, target, view }): [MomentsRequest] => [
    {
      kind: 'moments',
      family: singles(features),
      by: target!,
      of: 'values',
      view: completeIn(view, [...features, target!]),
    },
  ],
  fold: ([moments], { names, options }) => {
    const groups = groupsOf(moments)
    const why = groups.map(whyNoCounts)
    const sums = (level: number) =>
      Float64Array.from(groups, (of, i) => (why[i] === undefined ? sumIn(of, level) : 0))
    const { gains, chosen, gap } = fitSparse(sums(1), sums(0), options.columns)
    const bound = gains.reduce((sum, gain, i) => sum + (chosen[i] === 1 ? gain : 0), 0)
    return {
      score: gains.map((gain, i) => (why[i] === undefined ? gain : NaN)),
      n: Float64Array.from(groups, totalRows),
      chosen,
      why,
      warnings: gap > rounding * bound ? [gapWarning(gap, bound, names, chosen)] : [],
    }
  },
})

/** Why the values of a column are no counts. */
function whyNoCounts(groups: readonly Group[]): string | undefined {
  if (groups.length === 0) return undefined
  const { min, max } = rangeOf(groups)
  if (min < 0) return `values below 0 (needs counts, 0 or more)`
  return Number.isFinite(max * totalRows(groups)) ? undefined : 'values too large to add up'
}

function sumIn(groups: readonly Group[], level: number): number {
  const own = groups.find((group) => group.level === level)
  return own ? own.n * (own.mean + own.meanLow) : 0
}

function gapWarning(gap: number, bound: number, names: readonly string[], chosen: Uint8Array): Warning {
  const columns = names.filter((_, i) => chosen[i] === 1)
  const share = (gap / bound) * 100
  return {
    code: 'not-optimal',
    columns,
    message: `other columns may tell the classes apart better than the ${columns.length} chosen, by at most ${Number(share.toPrecision(2))} % of what these tell`,
  }
}

/** Which columns a sparse multinomial naive Bayes tells the classes by. */
interface SparseNaiveBayes {
  /** By how much each column raises the log-likelihood, at the common share of the bound. */
  readonly gains: Float64Array
  readonly chosen: Uint8Array
  /** How much more the log-likelihood could be at most. */
  readonly gap: number
}

/** The share is found to neighbouring numbers. */
const mostHalvings = 1100

/**
 * At most `count` columns with parameters of their own in both classes, all others with common ones: by the
 * dual bound min over α of the sum of the `count` greatest gains f⁺·log(f⁺/(f·α)) + f⁻·log(f⁻/(f·(1 − α))),
 * f± the sums of a column in the classes, f both. Askari, d'Aspremont and El Ghaoui (2020). The sum is convex
 * in α: its slope is followed to where it changes sign.
 */
function fitSparse(positive: Float64Array, negative: Float64Array, count: number): SparseNaiveBayes {
  const at = (share: number) => {
    const gains = positive.map((value, i) => gainOf(value, negative[i], share))
    const order = Int32Array.from(gains, (_, i) => i).sort((a, b) => gains[b] - gains[a] || a - b)
    const taken = order.subarray(0, count).filter((i) => gains[i] > 0)
    const own = shareOf(positive, negative, taken)
    return { gains, taken, own, bound: sumOver(taken, (i) => gains[i]) }
  }
  let [low, high] = [0, 1]
  for (let halving = 0; halving < mostHalvings; halving++) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) break
    // The slope of the sum is below 0 where the share of the columns taken is greater.
    const { own } = at(middle)
    if (own >= middle) low = middle
    if (!(own > middle)) high = middle
  }
  // Where the sum has a corner, the columns on either side differ.
  const [before, after] = [at(low), at(high)]
  const best = reachedBy(after) > reachedBy(before) ? after : before
  const chosen = new Uint8Array(positive.length)
  for (const i of best.taken) chosen[i] = 1
  return { gains: best.gains, chosen, gap: Math.max(0, best.bound - reachedBy(best)) }

  /** What columns gain at their own common share. */
  function reachedBy({ taken, own }: { readonly taken: Int32Array; readonly own: number }): number {
    return sumOver(taken, (i) => gainOf(positive[i], negative[i], own))
  }
}

/** A gain that is a smaller share of the sum is rounding. */
const roundingOfSum = 1e-14

/** f·KL(p‖α): how much the sums of a column gain from its own share p = f⁺/f of a class over a share α. */
function gainOf(positive: number, negative: number, share: number): number {
  const sum = positive + negative
  if (sum === 0) return 0
  const part = (value: number, of: number) => (value === 0 ? 0 : value * ln(value / (sum * of)))
  const gain = part(positive, share) + part(negative, 1 - share)
  return gain > roundingOfSum * sum ? gain : 0
}

function shareOf(positive: Float64Array, negative: Float64Array, columns: Int32Array): number {
  const ofPositive = sumOver(columns, (i) => positive[i])
  return ofPositive / (ofPositive + sumOver(columns, (i) => negative[i]))
}

function sumOver(columns: Int32Array, of: (i: number) => number): number {
  return columns.reduce((sum, i) => sum + of(i), 0)
}
