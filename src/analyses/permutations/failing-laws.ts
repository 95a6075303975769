import type { Run, Variable, View } from '#core'
import type { RankCriterion, RankScores } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { hasInvalidLaw } from './permutation-p.ts'
import type { Permutable } from './permutation-p.ts'
import { withSequentialPValues } from './sequential-p.ts'
import type { SequentialTesting } from './sequential-p.ts'

/**
 * The scores, with `fails` where a distribution in doubt does not hold, of methods whose distribution holds
 * for independent rows that are not cut by the target.
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
      scores[i].law?.some((state) => state) === true && !hasInvalidLaw(method, how.variablesOf(method), how),
  )
  if (!isChecked.includes(true)) return scores
  const { withCheckedLaws } = await import('../on-demand/laws.ts')
  const found: RankScores[] = []
  for (const [i, method] of methods.entries())
    found.push(isChecked[i] ? await withCheckedLaws(batcher, method, scores[i], viewOf(i)) : scores[i])
  return found
}

/**
 * The scores, with p-values by as many permutations as are needed, of the methods and columns without
 * another.
 */
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
  readonly criterion: Pick<RankCriterion, 'pValue' | 'hasLaw' | 'law' | 'readsBlocks'>
}

/** The scores without the p-values of distributions that do not hold. */
export function withoutFailingLaws(scores: RankScores): RankScores {
  const { law, pValue } = scores
  return law && pValue ? { ...scores, pValue: pValue.map((p, i) => (law[i] === 'fails' ? NaN : p)) } : scores
}
