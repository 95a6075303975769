import { countMembers, joinVariables, memberOf, membersOf } from '#core'
import type {
  Answer,
  Counts,
  Entropies,
  EntropyAnswer,
  EntropyRequest,
  Family,
  Request,
  Variable,
  View,
} from '#core'
import { millerMadow, plugIn } from '../../measures/estimators.ts'
import { countRows, tableEstimators } from '../../measures/table-estimators.ts'
import type { Quantity } from '../../measures/quantities.ts'
import type { Gaps, RankScores } from '../../shapes/criterion.ts'

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
 * A quantity of each set: its variables are the axes 0, 1, 2, … in their order, after them those of `more`.
 * The quantity depends on how many variables the set has.
 */
interface SetQuantity {
  readonly sets: Family
  readonly more: readonly Variable[]
  /** Columns that lack values in some rows; absent where each has all. */
  readonly gaps?: Gaps['gaps']
  readonly quantity: (size: number) => Quantity
  /** Each of its terms has the whole set or nothing of it, the same ones whatever the size. */
  readonly isOfWholeSets?: true
}

/**
 * What a quantity of sets asks for: a request for each of its entropies, one for all of them, or the whole
 * tables.
 */
export function needsOfSets(asked: SetQuantity, estimator: CountEstimator, view: View): readonly Request[] {
  if (estimator === 'shrink') {
    const list = [...membersOf(asked.sets)].map((set) => [...set, ...asked.more])
    return [{ kind: 'counts', family: { list }, view }]
  }
  const whole = wholeTerms(asked)
  return whole
    ? whole.requests.map((request) => ({ kind: 'entropy', ...request, view }))
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
  const whole = wholeTerms(asked)
  if (whole) {
    // The first term has the whole set.
    const { n } = answers[0] as Entropies
    const quantity = asked.quantity(2)
    const ofTerms = whole.terms.map(({ request, isAlso }) => {
      const answer = answers[request] as EntropyAnswer
      return isAlso ? answer.also! : answer
    })
    return { n, score: n.map((_, i) => estimate(quantity, ofTerms, i)) }
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

/** An entropy request without its kind and its view. */
type WholeRequest = Omit<EntropyRequest, 'kind' | 'view'>

/** The requests of a quantity of whole sets, and which of the answers belongs to each of its terms. */
interface WholeTerms {
  readonly requests: readonly WholeRequest[]
  readonly terms: readonly { readonly request: number; readonly isAlso: boolean }[]
}

/**
 * The families whose entropies a quantity of whole sets is made of: so what sets share need not be named set
 * by set. All are counted over the rows complete in all variables of the quantity. Without gaps these are all
 * rows, and what has nothing of the set is counted once. A step requests the sets with and without one more
 * variable together.
 */
function wholeTerms({ sets, more, gaps, quantity, isOfWholeSets }: SetQuantity): WholeTerms | null {
  if (!isOfWholeSets) return null
  const within = gaps && joinVariables(sets, more)
  const requests: WholeRequest[] = []
  const terms: { request: number; isAlso: boolean }[] = []
  let last: { readonly request: number; readonly beside: readonly Variable[] } | null = null
  // Of two variables, as it might be of any number.
  for (const { axes } of quantity(2).terms) {
    const beside = axes.filter((axis) => axis >= 2).map((axis) => more[axis - 2])
    const added = last && 'each' in sets && axes.includes(0) ? oneMore(last.beside, beside) : null
    if (last && added) {
      requests[last.request] = { ...requests[last.request], also: added }
      terms.push({ request: last.request, isAlso: true })
      last = null
      continue
    }
    const times = within ? countMembers(sets) : 1
    const family = axes.includes(0)
      ? baseWith(sets, beside)
      : { list: new Array<readonly Variable[]>(times).fill(beside) }
    terms.push({ request: requests.length, isAlso: false })
    if (axes.includes(0)) last = { request: requests.length, beside }
    requests.push({ family, ...(within && { within }) })
  }
  return { requests, terms }
}

/** The one variable that a list has besides another list; null where they differ in another way. */
function oneMore(before: readonly Variable[], after: readonly Variable[]): Variable | null {
  const added = after.filter((variable) => !before.includes(variable))
  return added.length === 1 && after.length === before.length + 1 ? added[0] : null
}

/**
 * The sets with some more variables. Those of a step follow its base, so that a source can extend the base's
 * joint levels.
 */
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
