import { millerMadow, plugIn } from '../../measures/estimators.ts'
import { countRows } from '../../measures/marginals.ts'
import type { Quantity } from '../../measures/quantities.ts'
import { tableEstimators } from '../../measures/table-estimators.ts'
import type { Counts } from '../../statistics/counts.ts'
import { memberOf } from '../../statistics/entropies.ts'
import type { Entropies } from '../../statistics/entropies.ts'
import { countMembers, joinVariables, membersOf } from '../../statistics/family.ts'
import type { Family } from '../../statistics/family.ts'
import type { Answer, Request } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { RankScores } from '../criterion.ts'
import type { Gaps } from './gaps.ts'

/** Estimators of quantities made of entropies of levels. */
export const countEstimators = ['plug-in', 'miller-madow', 'shrink'] as const
export type CountEstimator = (typeof countEstimators)[number]

export const countEstimatorOption = {
  type: 'choice',
  of: countEstimators,
  default: 'plug-in',
  help: 'counts as they are, with a term for each occupied cell, or shrunk towards uniform',
} as const

/**
 * A quantity of each set: its variables are the axes 0, 1, 2, … in their order, after them those of `more`. The quantity
 * depends on how many variables the set has.
 */
export interface SetQuantity {
  readonly sets: Family
  readonly more: readonly Variable[]
  /** Columns that lack values in some rows; absent where each has all. */
  readonly gaps?: Gaps['gaps']
  readonly quantity: (size: number) => Quantity
  /** Each of its terms has the whole set or nothing of it, the same ones whatever the size. */
  readonly isOfWholeSets?: true
}

/** What a quantity of sets asks for: a request for each of its entropies, one for all of them, or the whole tables. */
export function needsOfSets(asked: SetQuantity, estimator: CountEstimator, view: View): readonly Request[] {
  if (estimator === 'shrink') {
    const list = [...membersOf(asked.sets)].map((set) => [...set, ...asked.more])
    return [{ kind: 'counts', family: { list }, view }]
  }
  const whole = wholeTerms(asked)
  return whole
    ? whole.map((term) => ({ kind: 'entropy', ...term, view }))
    : [{ kind: 'entropy', family: { list: termsOf(asked).flat() }, view }]
}

/** The quantity of each set, in bits. */
export function foldOfSets(
  asked: SetQuantity,
  estimator: CountEstimator,
  answers: readonly Answer[],
): RankScores {
  if (estimator === 'shrink') {
    const tables = answers[0] as readonly Counts[]
    const score = Float64Array.from(tables, (table) =>
      tableEstimators.shrink(table)(asked.quantity(table.levels.length - asked.more.length)),
    )
    return {
      n: Float64Array.from(tables, countRows),
      score,
    }
  }
  const estimate = estimator === 'plug-in' ? plugIn : millerMadow
  if (wholeTerms(asked)) {
    // The first term has the whole set.
    const { n } = answers[0] as Entropies
    const quantity = asked.quantity(2)
    return { n, score: n.map((_, i) => estimate(quantity, answers as readonly Entropies[], i)) }
  }
  const entropies = answers[0] as Entropies
  const sizes = [...membersOf(asked.sets)].map(({ length }) => length)
  const score = new Float64Array(sizes.length)
  const n = new Float64Array(sizes.length)
  let from = 0
  sizes.forEach((size, i) => {
    const quantity = asked.quantity(size)
    const answers = quantity.terms.map((_, term) => memberOf(entropies, from + term))
    n[i] = entropies.n[from]
    score[i] = estimate(quantity, answers, 0)
    from += Math.max(1, quantity.terms.length)
  })
  return { n, score }
}

/**
 * The families whose entropies a quantity of whole sets is made of: so what sets share need not be named set by set. All
 * are counted over the rows complete in all variables of the quantity. Without gaps these are all rows, and what has nothing of
 * the set is counted once.
 */
function wholeTerms({ sets, more, gaps, quantity, isOfWholeSets }: SetQuantity) {
  if (!isOfWholeSets) return null
  const within = gaps && joinVariables(sets, more)
  // Of two variables, as it might be of any number.
  return quantity(2).terms.map(({ axes }) => {
    const beside = axes.filter((axis) => axis >= 2).map((axis) => more[axis - 2])
    if (axes.includes(0)) return { family: baseWith(sets, beside), ...(within && { within }) }
    const times = within ? countMembers(sets) : 1
    return { family: { list: new Array<readonly Variable[]>(times).fill(beside) }, ...(within && { within }) }
  })
}

/** The sets with some more variables. Those of a step follow its base, so that a source can extend the base's joint levels. */
function baseWith(sets: Family, more: readonly Variable[]): Family {
  return 'each' in sets ? { base: [...sets.base, ...more], each: sets.each } : joinVariables(sets, more)
}

/** The sets whose entropies each quantity is made of. */
function termsOf({ sets, more, quantity }: SetQuantity): readonly (readonly Variable[])[][] {
  return [...membersOf(sets)].map((set) => {
    const axes = [...set, ...more]
    const { terms } = quantity(set.length)
    // Where all terms cancel, the rows that count are still to be known.
    return terms.length === 0 ? [axes] : terms.map((term) => term.axes.map((axis) => axes[axis]))
  })
}

/** Axes from one up to another. */
export function axesFrom(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}
