import type { RankCriterion, RankScores } from '../../criteria/criterion.ts'
import type { Run } from '../../sources/source.ts'
import type { SettledRankSpec } from '../../spec/rank-spec.ts'
import type { Answer, Request } from '../../statistics/request.ts'
import { isNear } from '../../statistics/ties.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import { looksAt } from './ask.ts'
import type { Asker } from './ask.ts'
import type { Play } from './play.ts'
import { merit } from '../../criteria/criterion.ts'

/** Permutations are asked for in batches of this many. */
const batchSize = 16

/** Something that scores steps: a ranker with its columns, or a criterion of a set. */
interface Permutable<S> {
  /** Null where it looks at none. */
  readonly target: Variable | null
  readonly criterion: Pick<RankCriterion, 'better' | 'signed' | 'pValue'> & {
    needs(step: S): readonly Request[]
    fold(answers: readonly Answer[], step: S): RankScores
  }
}

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

/** The scores, with p-values by permutation for the methods that look at the target and have no distribution of their own. */
export async function withPermutations<A extends Permutable<S>, S>(
  asker: Asker,
  assignments: readonly A[],
  scores: readonly RankScores[],
  stepOf: (assignment: A, view: View) => S,
  { view, target }: Play,
  { seed, permutations }: Pick<SettledRankSpec, 'seed' | 'permutations'>,
  progress: Run['progress'],
): Promise<readonly RankScores[]> {
  const permuted = permutations > 0 ? assignments.filter(isPermuted) : []
  if (permuted.length === 0) return scores
  const observed = permuted.map((assignment) => scores[assignments.indexOf(assignment)])
  const options = { view, column: target!.column, seed, permutations }
  const withP = await permutationPValues(asker, permuted, observed, stepOf, options, progress)
  return assignments.map((assignment, i) => withP[permuted.indexOf(assignment)] ?? scores[i])
}

/**
 * p = (1 + #{scores of permuted targets at least as good}) / (1 + B): the same requests under B views in which the
 * target is dealt out anew. All methods see the same permutations.
 */
async function permutationPValues<A extends Permutable<S>, S>(
  asker: Asker,
  assignments: readonly A[],
  observed: readonly RankScores[],
  stepOf: (assignment: A, view: View) => S,
  options: {
    readonly view: View
    readonly column: number
    readonly seed: number
    readonly permutations: number
  },
  progress: Run['progress'],
): Promise<RankScores[]> {
  const { view, column, seed, permutations } = options
  const asGood = observed.map(({ score }) => new Float64Array(score.length))
  for (let first = 1; first <= permutations; first += batchSize) {
    const size = Math.min(batchSize, permutations - first + 1)
    const steps = Array.from({ length: size }, (_, i) => {
      const permuted: View = { ...view, permuted: { column, seed, number: first + i } }
      return { permuted, methods: assignments.map((assignment) => stepOf(assignment, permuted)) }
    })
    // What does not look at the target is the same under every permutation, and is known already.
    const needs = steps.map(({ permuted, methods }) =>
      methods.map((step, m) =>
        assignments[m].criterion
          .needs(step)
          .map((request) => seenThrough(request, { column, permuted, view })),
      ),
    )
    const share = (done: number) => progress?.((first - 1 + done * size) / permutations)
    const answers = await asker.ask(needs.flat(), share)
    for (const [i, step] of steps.flatMap(({ methods }) => methods).entries()) {
      const method = i % assignments.length
      const { criterion } = assignments[method]
      const { score } = criterion.fold(answers[i], step)
      countAsGood(asGood[method], observed[method].score, score, criterion)
    }
  }
  return observed.map((scores, method) => ({
    ...scores,
    pValue: asGood[method].map((count, i) =>
      Number.isNaN(scores.score[i]) ? NaN : (1 + count) / (1 + permutations),
    ),
  }))
}

/**
 * A permutation leaves gaps where they are, so what looks at other columns alone is the same under all of them; not so
 * through a sample of the rows, which may be dealt by the permuted column, or where sampling weights move with it.
 */
function seenThrough(
  request: Request,
  { column, permuted, view }: { readonly column: number; readonly permuted: View; readonly view: View },
): Request {
  const isOther = request.view !== permuted || permuted.sampledOver !== undefined
  return isOther || looksAt(request, column) ? request : { ...request, view }
}

function countAsGood(
  counts: Float64Array,
  observed: Float64Array,
  permuted: Float64Array,
  criterion: Pick<RankCriterion, 'better' | 'signed'>,
): void {
  permuted.forEach((score, i) => {
    const [given, found] = [merit(score, criterion), merit(observed[i], criterion)]
    if (given >= found || isNear(given, found)) counts[i]++
  })
}
