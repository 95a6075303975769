import { merit } from '../../criteria/criterion.ts'
import type { RankCriterion, RankScores } from '../../criteria/criterion.ts'
import type { Run } from '../../sources/source.ts'
import { isNear } from '../../statistics/ties.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { RequestBatcher } from './request-batcher.ts'
import { permutedScores } from './permuted-scores.ts'
import type { Permutable, Permuting } from './permuted-scores.ts'
import { looksAtTarget } from './recut.ts'
import type { Recutting } from './recut.ts'

/** Permutations are asked for in batches of this many. */
const batchSize = 16

/** Whether a method's p-value comes by permutation: it looks at the target and has no distribution of its own. */
export function isPermuted({
  target,
  criterion,
}: {
  readonly target: Variable | null
  readonly criterion: Pick<RankCriterion, 'pValue'>
}): boolean {
  return target !== null && criterion.pValue === undefined
}

/** Whether a method has a distribution that does not hold, as cuts of its columns looked at the target. */
export function hasLostItsLaw(
  { pValue }: Pick<RankCriterion, 'pValue'>,
  variables: readonly Variable[],
  recutting: Recutting | null,
): boolean {
  return (
    pValue !== undefined &&
    recutting !== null &&
    variables.some((variable) => looksAtTarget(recutting, variable))
  )
}

/**
 * The scores, with p-values by permutation for the methods that look at the target and have no distribution of their own, or
 * one that does not hold: without permutations such p-values are left out.
 */
export async function withPermutations<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  methods: readonly A[],
  scores: readonly RankScores[],
  how: Permuting<A, S> & { readonly permutations: number },
  progress: Run['progress'],
): Promise<readonly RankScores[]> {
  const isLost = methods.map((method) =>
    hasLostItsLaw(method.criterion, how.variablesOf(method), how.recutting),
  )
  const lawful = scores.map((scored, i) => (isLost[i] ? withoutP(scored) : scored))
  const permuted = how.permutations > 0 ? methods.filter((method, i) => isLost[i] || isPermuted(method)) : []
  if (permuted.length === 0) return lawful
  const observed = permuted.map((method) => lawful[methods.indexOf(method)])
  const withP = await permutationPValues(batcher, permuted, observed, how, progress)
  return methods.map((method, i) => withP[permuted.indexOf(method)] ?? lawful[i])
}

/** The scores alone. */
export function withoutP(scores: RankScores): RankScores {
  const { pValue: _, pFrom: __, ...rest } = scores
  return rest
}

/**
 * p = (1 + #{scores of permuted targets at least as good}) / (1 + B): the same requests under B views in which the
 * target is dealt out anew. All methods see the same permutations.
 */
async function permutationPValues<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  methods: readonly A[],
  observed: readonly RankScores[],
  how: Permuting<A, S> & { readonly permutations: number },
  progress: Run['progress'],
): Promise<RankScores[]> {
  const { permutations } = how
  const asGood = observed.map(({ score }) => new Float64Array(score.length))
  for (let first = 1; first <= permutations; first += batchSize) {
    const count = Math.min(batchSize, permutations - first + 1)
    const share = (done: number) => progress?.((first - 1 + done * count) / permutations)
    for (const found of await permutedScores(batcher, methods, how, { first, count }, share)) {
      found.forEach(({ score }, m) => {
        const { criterion } = methods[m]
        score.forEach((one, i) => {
          if (isAsGood(one, observed[m].score[i], criterion)) asGood[m][i]++
        })
      })
    }
  }
  return observed.map((scores, m) => ({
    ...scores,
    pValue: asGood[m].map((count, i) =>
      Number.isNaN(scores.score[i]) ? NaN : (1 + count) / (1 + permutations),
    ),
    pFrom: Array.from(asGood[m], () => 'permutation' as const),
  }))
}

/** Whether a score under a permutation is at least as good as the one observed, but for rounding. */
export function isAsGood(
  permuted: number,
  observed: number,
  criterion: Pick<RankCriterion, 'better' | 'signed'>,
): boolean {
  const [given, found] = [merit(permuted, criterion), merit(observed, criterion)]
  return given >= found || isNear(given, found)
}
