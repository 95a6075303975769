import type { Answer, Exchange, Request, Run, Variable, View } from '#core'
import type { RankCriterion, RankScores } from '#methods'
import { recutForParts, recutThrough } from '../coding/recut.ts'
import type { Recut, Recutting } from '../coding/recut.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { RowsOfPermutation } from './exchanged-target.ts'
import type { PermutedTarget } from './permutation-seed.ts'
import { permuteTarget } from './permuted-target.ts'

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
