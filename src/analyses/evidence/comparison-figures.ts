import type {
  Agreement,
  ComparedMethod,
  Consensus,
  Evidence,
  MethodDifference,
  Stability,
  Truth,
} from '#core'
import { jaccard, setStability } from '#methods'
import { concordance, ranksOfChosen } from '../outer/concordance.ts'
import { pairedTest } from '../held-out/evidence-splits.ts'
import type { FoldChoice, TrainedSplits, WholeChoice } from './compared-method.ts'

/** A method of which all is known. */
export interface FoundMethod {
  readonly whole: WholeChoice
  readonly folds: readonly FoldChoice[]
  readonly evidence: readonly Evidence[]
  readonly trained: TrainedSplits
  /** The option that was tuned, if one was. */
  readonly option: string | null
}

/** What the result of a comparison says of one method. */
export function figuresOf(
  { whole: { result, seconds, value }, folds, evidence, option }: FoundMethod,
  columns: readonly string[],
  truth: readonly string[],
): ComparedMethod {
  const { method, options, selected, evaluations } = result
  return {
    method,
    options,
    selected,
    evaluations,
    seconds,
    ...(option !== null && {
      tuned: { option, value: value!, splits: folds.map((fold) => fold.value!) },
    }),
    evidence,
    stability: folds.length < 2 ? null : stabilityOf(folds, columns),
    ...(truth.length > 0 && { truth: truthOf(selected, folds, truth) }),
  }
}

function stabilityOf(folds: readonly FoldChoice[], columns: readonly string[]): Stability {
  const sets = folds.map(({ selected }) => new Set(selected))
  const mean = sets.reduce((sum, { size }) => sum + size, 0) / sets.length
  return { columns: mean, ...setStability(sets, columns.length) }
}

function truthOf(selected: readonly string[], folds: readonly FoldChoice[], truth: readonly string[]): Truth {
  const each = folds.map((fold) => truthShare(fold.selected, truth))
  const mean = (of: (one: (typeof each)[number]) => number) =>
    each.reduce((sum, one) => sum + of(one), 0) / each.length
  return {
    ...truthShare(selected, truth),
    splits: {
      share: mean(({ share }) => share),
      wrong: mean(({ wrong }) => wrong),
      exact: mean(({ exact }) => Number(exact)),
    },
  }
}

/**
 * The difference of each pair of methods, the first less the second, for each learner, corrected for so many
 * pairs.
 */
export function differencesOf(
  methods: readonly ComparedMethod[],
  heldOutRatio: number,
): readonly MethodDifference[] {
  const pairs = pairsOf(methods)
  const learners = methods[0]?.evidence ?? []
  return learners.flatMap(({ learner }, place) => {
    const tests = pairs.map(([a, b]) => {
      const [first, second] = [a, b].map((at) => methods[at].evidence[place].folds)
      return pairedTest(
        first.map(({ selected }, fold) => selected - second[fold].selected),
        heldOutRatio,
      )
    })
    const adjusted = holm(tests.map(({ pValue }) => pValue ?? NaN))
    return tests.map((test, i) => ({
      learner,
      a: pairs[i][0],
      b: pairs[i][1],
      ...test,
      adjusted: Number.isNaN(adjusted[i]) ? null : adjusted[i],
    }))
  })
}

/** How alike the choices of each pair of methods are, from all rows. */
export function agreementOf(methods: readonly ComparedMethod[]): readonly Agreement[] {
  const sets = methods.map(({ selected }) => new Set(selected))
  return pairsOf(methods).map(([a, b]) => ({ a, b, jaccard: jaccard(sets[a], sets[b]) }))
}

/**
 * The mean ranks of the columns over the methods: those that a method did not choose share its last ranks.
 */
export function consensusOf(methods: readonly ComparedMethod[], columns: readonly string[]): Consensus {
  if (methods.length === 0 || columns.length === 0) return { w: null, pValue: null, ranking: [] }
  const { w, pValue, meanRanks } = concordance(
    methods.map(({ selected }) => ranksOfChosen(selected, columns)),
  )
  const chosen = (feature: string) => methods.filter(({ selected }) => selected.includes(feature)).length
  const ranking = columns
    .map((feature, i) => ({ feature, meanRank: meanRanks[i], chosen: chosen(feature) }))
    .filter((one) => one.chosen > 0)
    .sort((a, b) => a.meanRank - b.meanRank || b.chosen - a.chosen)
  return { w, pValue, ranking }
}

function pairsOf(methods: readonly unknown[]): readonly (readonly [number, number])[] {
  return methods.flatMap((_, b) => methods.slice(0, b).map((__, a) => [a, b] as const))
}

/** The share of the true columns that were chosen, how many others were, and whether the sets are equal. */
function truthShare(chosen: readonly string[], truth: readonly string[]): Omit<Truth, 'splits'> {
  const isTrue = new Set(truth)
  const right = chosen.filter((name) => isTrue.has(name)).length
  const wrong = chosen.length - right
  return { share: right / isTrue.size, wrong, exact: wrong === 0 && right === isTrue.size }
}

/**
 * p-values corrected for as many tests as there are, so that the chance of a single false rejection is
 * bounded: the i-th smallest times m − i + 1, never below the one before. NaN stays NaN and does not count.
 * Holm (1979).
 */
export function holm(pValues: readonly number[]): Float64Array {
  const order = pValues
    .flatMap((p, i) => (Number.isNaN(p) ? [] : [i]))
    .sort((a, b) => pValues[a] - pValues[b])
  const adjusted = new Float64Array(pValues.length).fill(NaN)
  let least = 0
  order.forEach((test, place) => {
    least = Math.max(least, Math.min(1, pValues[test] * (order.length - place)))
    adjusted[test] = least
  })
  return adjusted
}
