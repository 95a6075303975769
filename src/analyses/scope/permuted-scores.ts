import type { RankCriterion, RankScores } from '../../criteria/criterion.ts'
import type { Run } from '../../sources/source.ts'
import type { Answer, Request } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import { looksAt } from './request-batcher.ts'
import type { RequestBatcher } from './request-batcher.ts'
import { recutForParts, recutThrough, sameCuts } from './recut.ts'
import type { Recut, Recutting } from './recut.ts'

/** Something that scores steps: a ranker with its columns, or a criterion of a set. */
export interface Permutable<S> {
  /** Null where it looks at none. */
  readonly target: Variable | null
  readonly criterion: Pick<RankCriterion, 'better' | 'signed' | 'pValue' | 'joint'> & {
    /** The views from which it learns, where these are parts of the rows. */
    readonly learnsFrom?: (step: S) => readonly View[]
    needs(step: S): readonly Request[]
    fold(answers: readonly Answer[], step: S): RankScores
  }
}

/** How methods are asked through a permutation. */
export interface Permuting<A, S> {
  readonly view: View
  /** The target. */
  readonly column: number
  readonly seed: number
  /** How cuts that looked at the target are made anew; null where none did. */
  readonly recutting: Recutting | null
  /** The variables of a method that may be cut anew. */
  variablesOf(method: A): readonly Variable[]
  /** What a method is given through a view, its variables read as they are there. */
  stepOf(method: A, view: View, recut: Recut): S
}

/**
 * The scores of some methods under permutations of the target, `first` and so many after it, in one batch, or two where cuts
 * looked at the target: for each permutation those of each method.
 */
export async function permutedScores<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  methods: readonly A[],
  how: Permuting<A, S>,
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
      // What does not look at the target is the same under every permutation, and is known already.
      if (recuts[i] !== sameCuts) return requests
      return requests.map((request) => seenThrough(request, { column, permuted: views[i], view }))
    }),
  )
  const answers = await batcher.request(needs.flat(), progress)
  return steps.map((ofView, i) =>
    ofView.map((step, m) => methods[m].criterion.fold(answers[i * methods.length + m], step)),
  )
}

/** A step, with cuts made anew from each part of the rows where the method learns from parts. */
export async function recutToLearn<A extends Permutable<S>, S>(
  batcher: RequestBatcher,
  method: A,
  step: S,
  { recutting, variablesOf }: Pick<Permuting<A, S>, 'recutting' | 'variablesOf'>,
): Promise<S> {
  const { learnsFrom } = method.criterion
  if (!recutting || !learnsFrom) return step
  const [recut] = await recutForParts(batcher, recutting, learnsFrom, variablesOf(method), [step])
  return recut
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
