import { singles } from '#core'
import type { MomentsRequest, Warning } from '#core'
import { groupsOf, rangeOf, totalRows } from '../measures/groups.ts'
import type { Group } from '../measures/groups.ts'
import { sparseNaiveBayes as fitSparse } from '../measures/sparse-naive-bayes.ts'
import { defineRank } from '../shapes/criterion.ts'
import { completeIn } from './families/complete-rows.ts'

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
