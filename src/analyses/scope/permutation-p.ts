import { merit } from '../../criteria/criterion.ts'
import type { RankCriterion, RankScores } from '../../criteria/criterion.ts'
import { exceedancesOf } from '../../measures/exceedances.ts'
import type { Run } from '../../sources/source.ts'
import type { Exchange } from '../../statistics/exchange.ts'
import { isNear } from '../../statistics/ties.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { RequestBatcher } from './request-batcher.ts'
import { permutationsOfTarget } from './exchanged-target.ts'
import { permutedScores } from './permuted-scores.ts'
import type { Permutable, PermutationContext } from './permuted-scores.ts'
import { withSequentialPValues } from './sequential-p.ts'
import type { SequentialTesting } from './sequential-p.ts'
import { isCutByTarget } from './recut.ts'
import type { Recutting } from './recut.ts'

/** How many permutations are requested in one batch. */
const batchSize = 16

/** Whether a method's p-value is by permutation: it reads the target and has no null distribution of its own. */
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
 * Whether a method's null distribution does not hold, because columns were cut by the target, or because rows are exchanged in
 * groups, strata or time.
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
 * Adds p-values by permutation to the scores of methods that read the target and have no null distribution, or one that does
 * not hold. Without permutations such p-values are left out.
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

/**
 * The scores, with `fails` where a distribution in doubt does not hold, of methods whose distribution holds for independent rows that are
 * not cut by the target.
 */
export async function withLawsChecked<A extends LawMethod>(
  batcher: RequestBatcher,
  methods: readonly A[],
  scores: readonly RankScores[],
  how: Parameters<typeof hasInvalidLaw>[2] & { variablesOf(method: A): readonly Variable[] },
  viewOf: (place: number) => View,
): Promise<readonly RankScores[]> {
  const isChecked = methods.map(
    (method, i) =>
      scores[i].law?.includes('unsure') === true && !hasInvalidLaw(method, how.variablesOf(method), how),
  )
  if (!isChecked.includes(true)) return scores
  const { withCheckedLaws } = await import('../nulls-on-demand.ts')
  const found: RankScores[] = []
  for (const [i, method] of methods.entries())
    found.push(isChecked[i] ? await withCheckedLaws(batcher, method, scores[i], viewOf(i)) : scores[i])
  return found
}

/** The scores, with p-values by as many permutations as are needed, of the methods and columns without another. */
export async function withDrawnPValues<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  methods: readonly A[],
  scores: readonly RankScores[],
  how: SequentialTesting<A, S>,
  progress: Run['progress'],
): Promise<readonly RankScores[]> {
  if (how.rate === null && !scores.some(({ law }) => law?.includes('fails'))) return scores
  return withSequentialPValues(batcher, methods, scores, how, progress)
}

/** A method with its columns, the law of which may be checked. */
export interface LawMethod {
  readonly target: Variable | null
  readonly features: readonly Variable[]
  readonly criterion: Pick<RankCriterion, 'pValue' | 'hasLaw' | 'law'>
}

/** The scores without the p-values of distributions that do not hold. */
export function withoutFailingLaws(scores: RankScores): RankScores {
  const { law, pValue } = scores
  return law && pValue ? { ...scores, pValue: pValue.map((p, i) => (law[i] === 'fails' ? NaN : p)) } : scores
}

/** The scores without their p-values. */
export function withoutPValues(scores: RankScores): RankScores {
  const { pValue: _, pFrom: __, ...rest } = scores
  return rest
}

/**
 * p = (1 + #{scores of permuted targets at least as good}) / (1 + B), from the same requests under B views that permute the
 * target; the larger of the p-values of two kinds of permutations. All methods share the permutations.
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
  return given >= found || isNear(given, found)
}
