import type { RankCriterion, RankScores } from '../../criteria/criterion.ts'
import type { Run } from '../../sources/source.ts'
import { readsColumn } from '../../statistics/request-kinds.ts'
import type { Answer, Request } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { PermutedTarget } from './permutation-seed.ts'
import type { RequestBatcher } from './request-batcher.ts'
import { recutForParts, recutThrough, sameCuts } from './recut.ts'
import type { Recut, Recutting } from './recut.ts'

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
  readonly target: PermutedTarget
  readonly seed: number
  /** How columns cut by the target are cut again; null where there are none. */
  readonly recutting: Recutting | null
  /** The variables of a method that may be cut again. */
  variablesOf(method: A): readonly Variable[]
  /** The step of a method under a view, with its variables cut again for that view. */
  stepOf(method: A, view: View, recut: Recut): S
}

/**
 * The scores of some methods under `count` permutations of the target from number `first` on: for each permutation those of
 * each method. They take one batch, or two where columns were cut by the target.
 */
export async function permutedScores<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  methods: readonly A[],
  how: PermutationContext<A, S>,
  { first, count }: { readonly first: number; readonly count: number },
  progress: Run['progress'],
): Promise<readonly (readonly RankScores[])[]> {
  const { view, column, seed, recutting } = how
  const views = Array.from({ length: count }, (_, i): View => ({
    ...view,
    permuted: { column, seed, number: first + i },
  }))
  const variables = methods.flatMap((method) => how.variablesOf(method))
  const recuts = recutting
    ? await recutThrough(batcher, recutting, variables, views)
    : views.map(() => sameCuts)
  const whole = views.map((permuted, i) => methods.map((method) => how.stepOf(method, permuted, recuts[i])))
  const steps: S[][] = []
  for (const ofView of whole) {
    const recut: S[] = []
    for (const [m, step] of ofView.entries()) recut.push(await recutToLearn(batcher, methods[m], step, how))
    steps.push(recut)
  }
  const needs = steps.map((ofView, i) =>
    ofView.map((step, m) => {
      const requests = methods[m].criterion.needs(step)
      // Requests that do not read the target have the same answer under every permutation, and it is cached.
      if (recuts[i] !== sameCuts) return requests
      return requests.map((request) => withFixedView(request, { column, permuted: views[i], view }))
    }),
  )
  const answers = await batcher.request(needs.flat(), progress)
  return steps.map((ofView, i) =>
    ofView.map((step, m) => methods[m].criterion.fold(answers[i * methods.length + m], step)),
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

/**
 * The request under the view without the permutation, where the answer is the same: a permutation does not move missing values,
 * so requests for other columns do not change. They do change in a sample of the rows, which may be stratified by the permuted
 * column, and where sampling weights move with the target.
 */
function withFixedView(
  request: Request,
  { column, permuted, view }: { readonly column: number; readonly permuted: View; readonly view: View },
): Request {
  const isOther = request.view !== permuted || permuted.sampledOver !== undefined
  return isOther || readsColumn(request, column) ? request : { ...request, view }
}
