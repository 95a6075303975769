import { areNearStatistics, isNear } from '#core'
import type { Answer, Exchange, Request, Run, Variable, View } from '#core'
import { merit } from '#methods'
import type { RankCriterion, RankScores } from '#methods'
import { isCutByTarget, recutForParts, recutThrough } from '../coding/recut.ts'
import type { Recut, Recutting } from '../coding/recut.ts'
import { exceedancesOf } from '../null-distributions/p-values.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { permutationsOfTarget, permuteTarget } from './permuted-target.ts'
import type { TargetVariables, RowsOfPermutation } from './permuted-target.ts'

/** How many permutations are requested in one batch. */
const batchSize = 16

/**
 * Whether a method's p-value is by permutation: it reads the target and has no null distribution of its own.
 */
export function isPermuted({
  target,
  criterion,
}: {
  readonly target: Variable | null
  readonly criterion: Pick<RankCriterion, 'pValue' | 'hasLaw'>
}): boolean {
  if (target === null) return false
  return criterion.pValue === undefined || criterion.hasLaw?.(target) === false
}

/**
 * Whether a method's null distribution does not hold, because columns were cut by the target, or because rows
 * are exchanged in groups, strata or time.
 */
export function hasInvalidLaw(
  {
    target,
    criterion: { pValue, readsBlocks },
  }: {
    readonly target: Variable | null
    readonly criterion: Pick<RankCriterion, 'pValue' | 'readsBlocks'>
  },
  variables: readonly Variable[],
  { recutting, exchange }: { readonly recutting: Recutting | null; readonly exchange?: Exchange },
): boolean {
  if (pValue === undefined || target === null) return false
  if (exchange && !exchange.keepsLaw && !readsBlocks) return true
  return recutting !== null && variables.some((variable) => isCutByTarget(recutting, variable))
}

/**
 * Adds p-values by permutation to the scores of methods that read the target and have no null distribution,
 * or one that does not hold. Without permutations such p-values are left out.
 */
export async function withPermutationPValues<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  methods: readonly A[],
  scores: readonly RankScores[],
  how: PermutationContext<A, S> & { readonly permutations: number },
  progress: Run['progress'],
): Promise<readonly RankScores[]> {
  const isInvalid = methods.map((method) => hasInvalidLaw(method, how.variablesOf(method), how))
  const valid = scores.map((scored, i) => (isInvalid[i] ? withoutPValues(scored) : scored))
  const permuted =
    how.permutations > 0 ? methods.filter((method, i) => isInvalid[i] || isPermuted(method)) : []
  if (permuted.length === 0) return valid
  const observed = permuted.map((method) => valid[methods.indexOf(method)])
  const withP = await permutationPValues(batcher, permuted, observed, how, progress)
  return methods.map((method, i) => withP[permuted.indexOf(method)] ?? valid[i])
}

/** The scores without their p-values. */
function withoutPValues(scores: RankScores): RankScores {
  const { pValue: _, pFrom: __, ...rest } = scores
  return rest
}

/**
 * p = (1 + #{scores of permuted targets at least as good}) / (1 + B), from the same requests under B views
 * that permute the target; the larger of the p-values of two kinds of permutations. All methods share the
 * permutations.
 */
async function permutationPValues<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  methods: readonly A[],
  observed: readonly RankScores[],
  how: PermutationContext<A, S> & { readonly permutations: number },
  progress: Run['progress'],
): Promise<RankScores[]> {
  const { permutations } = how
  const permutedAs = await permutationsOfTarget(batcher, how)
  const asGood = observed.map(({ score }) => exceedancesOf(score.length, permutations, permutedAs.kinds))
  for (let first = 1; first <= permutations; first += batchSize) {
    const count = Math.min(batchSize, permutations - first + 1)
    const share = (done: number) => progress?.((first - 1 + done * count) / permutations)
    const scored = await permutedScores(batcher, methods, { ...how, ...permutedAs }, { first, count }, share)
    scored.forEach((found, i) => {
      found.forEach(({ score }, m) => {
        const { criterion } = methods[m]
        score.forEach((one, place) => {
          if (isAsGood(one, observed[m].score[place], criterion)) asGood[m].add(place, first + i)
        })
      })
    })
  }
  return observed.map((scores, m) => ({
    ...scores,
    pValue: asGood[m].pValues().map((p, i) => (Number.isNaN(scores.score[i]) ? NaN : p)),
    pFrom: Array.from(scores.score, () => 'permutation' as const),
  }))
}

/** Whether a score under a permutation is at least as good as the observed one, up to rounding. */
export function isAsGood(
  permuted: number,
  observed: number,
  criterion: Pick<RankCriterion, 'better' | 'signed'>,
): boolean {
  const [given, found] = [merit(permuted, criterion), merit(observed, criterion)]
  return given >= found || (criterion.signed ? areNearStatistics : isNear)(given, found)
}

/** A method that scores steps: a ranker with its columns, or a criterion with its set. */
export interface Permutable<S> {
  /** Null where the method reads none. */
  readonly target: Variable | null
  readonly criterion: Pick<RankCriterion, 'better' | 'signed' | 'pValue' | 'joint'> & {
    /** The views that it learns from, where these are parts of the rows. */
    readonly learnsFrom?: (step: S) => readonly View[]
    needs(step: S): readonly Request[]
    fold(answers: readonly Answer[], step: S): RankScores
  }
}

/** How the target is permuted, and how methods are scored under a permutation. */
export interface PermutationContext<A, S> {
  readonly view: View
  /** The target. */
  readonly column: number
  readonly target: TargetVariables
  readonly seed: number
  /** How rows may be exchanged; absent where they are exchanged one by one. */
  readonly exchange?: Exchange
  /** The permutations, where rows are not exchanged one by one. */
  readonly rowsOf?: RowsOfPermutation
  /** How columns cut by the target are cut again; null where there are none. */
  readonly recutting: Recutting | null
  /** The variables of a method that may be cut again. */
  variablesOf(method: A): readonly Variable[]
  /** The step of a method under a view, with each of its variables as `read` gives it. */
  stepOf(method: A, view: View, read: Recut): S
}

/**
 * The scores of some methods under `count` permutations of the target from number `first` on: for each
 * permutation those of each method. They take one batch, or two where columns were cut by the target.
 */
export async function permutedScores<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  methods: readonly A[],
  how: PermutationContext<A, S>,
  { first, count }: { readonly first: number; readonly count: number },
  progress: Run['progress'],
): Promise<readonly (readonly RankScores[])[]> {
  const { recutting } = how
  const targets = Array.from({ length: count }, (_, i) => permuteTarget(how, first + i))
  const variables = methods.flatMap((method) => how.variablesOf(method))
  const recuts = recutting && (await recutThrough(batcher, recutting, variables, targets))
  const steps: S[][] = []
  for (const [i, { view, read }] of targets.entries()) {
    const ofTarget: S[] = []
    for (const method of methods) {
      const step = how.stepOf(method, view, recuts ? (variable) => recuts[i](read(variable)) : read)
      const permuted = recutting && { ...recutting, target: read(recutting.target) }
      ofTarget.push(await recutToLearn(batcher, method, step, { ...how, recutting: permuted }))
    }
    steps.push(ofTarget)
  }
  const needs = steps.map((ofTarget) => ofTarget.map((step, m) => methods[m].criterion.needs(step)))
  const answers = await batcher.request(needs.flat(), progress)
  return steps.map((ofTarget, i) =>
    ofTarget.map((step, m) => methods[m].criterion.fold(answers[i * methods.length + m], step)),
  )
}

/** A step, with columns cut again for each part of the rows where the method learns from parts. */
export async function recutToLearn<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  method: A,
  step: S,
  { recutting, variablesOf }: Pick<PermutationContext<A, S>, 'recutting' | 'variablesOf'>,
): Promise<S> {
  const { learnsFrom } = method.criterion
  if (!recutting || !learnsFrom) return step
  const [recut] = await recutForParts(batcher, recutting, learnsFrom, variablesOf(method), [step])
  return recut
}
