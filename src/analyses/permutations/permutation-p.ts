import { areNearStatistics, isNear } from '#core'
import type { Exchange, Run, Variable } from '#core'
import { merit } from '#methods'
import type { RankCriterion, RankScores } from '#methods'
import { isCutByTarget } from '../coding/recut.ts'
import type { Recutting } from '../coding/recut.ts'
import { exceedancesOf } from '../null-distributions/exceedances.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { permutationsOfTarget } from './exchanged-target.ts'
import { permutedScores } from './permuted-scores.ts'
import type { Permutable, PermutationContext } from './permuted-scores.ts'

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
    criterion: { pValue },
  }: { readonly target: Variable | null; readonly criterion: Pick<RankCriterion, 'pValue'> },
  variables: readonly Variable[],
  { recutting, exchange }: { readonly recutting: Recutting | null; readonly exchange?: Exchange },
): boolean {
  if (pValue === undefined || target === null) return false
  if (exchange) return true
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
