import { isNear, mapFamily } from '#core'
import type {
  Entropies,
  EntropyAnswer,
  EntropyRequest,
  Exchange,
  PSource,
  Run,
  SettledInteractionsSpec,
  Variable,
  View,
} from '#core'
import { ratio } from '#methods'
import { recutThrough } from '../coding/recut.ts'
import type { Recut, Recutting } from '../coding/recut.ts'
import { exceedancesOf } from '../null-distributions/p-values.ts'
import { permutationsOfTarget, permuteTarget } from '../permutations/permuted-target.ts'
import type { TargetVariables } from '../permutations/permuted-target.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { AnalysisScope } from '../scope/scope.ts'
import { requestWithView, signedSums } from './pair-entropies.ts'
import type { EntropyTerm, PairEntropiesWithTarget } from './pair-entropies.ts'

/** How many permuted pairs, and how many permutations, one batch requests at most. */
const batchLimits = { pairs: 1 << 18, permutations: 16 } as const

/** For each pair: the weight of its rows, and four numbers in bits. */
interface PlainScores {
  readonly n: Float64Array
  readonly iA: Float64Array
  readonly iB: Float64Array
  readonly joint: Float64Array
  readonly interaction: Float64Array
}

/** What columns tell alone, and what they share. */
interface SharedScores {
  /** Symmetrical uncertainty of each pair, from 0 to 1. */
  readonly similarity: Float64Array
  /** I(X;Y) of each column over its own rows, in bits; NaN without any. */
  readonly own: Float64Array
  /** H(Y) over all rows that have a target. */
  readonly ofTarget: number
}

/** Scores of pairs, with p-values if there are permutations. */
export interface PairScores extends PlainScores, SharedScores {
  readonly pValue: Float64Array | null
  readonly pFrom?: readonly (PSource | undefined)[]
}

/** Requests the entropies of all pairs, and under each permutation of the target those that change. */
export async function scorePairs(
  batcher: RequestBatcher,
  entropies: PairEntropiesWithTarget,
  scope: AnalysisScope,
  spec: SettledInteractionsSpec,
  permuting: Pick<PermutedPairs, 'column' | 'facts' | 'recutting' | 'recut' | 'exchange'>,
  progress: Run['progress'],
): Promise<PairScores> {
  const { requests, read } = plainRequests(entropies, scope.view)
  const [plain] = await batcher.request([requests])
  const answers = read(plain)
  const scores = scoresOf(entropies, answers)
  return {
    ...scores,
    ...sharedScores(entropies, answers),
    pValue:
      (spec.permutations ?? 0) === 0
        ? null
        : await pValues(
            batcher,
            entropies,
            { answers, observed: scores.interaction },
            { ...permuting, permutations: spec.permutations!, seed: spec.seed, view: scope.view },
            progress,
          ),
  }
}

/** The four numbers of all pairs without p-values; the answers are not cached. */
export async function scorePairsOnce(
  batcher: RequestBatcher,
  entropies: PairEntropiesWithTarget,
  view: View,
): Promise<PlainScores> {
  const { requests, read } = plainRequests(entropies, view)
  return scoresOf(entropies, read(await batcher.requestOnce(requests)))
}

/**
 * The requests of pairs and their columns, and what reads their answers: with and without the target in one,
 * which is counted in one pass.
 */
function plainRequests({ alone, joint, target, y }: PairEntropiesWithTarget, view: View) {
  // Without gaps, `alone` is `joint`.
  const queries = alone === joint ? [joint] : [joint, alone]
  return {
    requests: [
      requestWithView(view, target),
      ...queries.map((query) => ({ ...requestWithView(view, query), also: y })),
    ],
    read: ([ofTarget, ofJoint, ofAlone = ofJoint]: readonly EntropyAnswer[]): PairAnswers => ({
      target: ofTarget,
      ...{ joint: ofJoint, jointWithTarget: ofJoint.also! },
      ...{ alone: ofAlone, aloneWithTarget: ofAlone.also! },
    }),
  }
}

function scoresOf(entropies: PairEntropiesWithTarget, answers: PairAnswers): PlainScores {
  const { hA, hB, hY, hAY, hBY, hAB, hABY } = terms(entropies, answers)
  const { atJoint } = entropies
  return {
    n: Float64Array.from(atJoint, (place) => answers.joint.n[place]),
    iA: signedSums(atJoint.length, [hA, hY, less(hAY)]),
    iB: signedSums(atJoint.length, [hB, hY, less(hBY)]),
    joint: signedSums(atJoint.length, [hAB, hY, less(hABY)]),
    interaction: interactionsOf(entropies, answers),
  }
}

function sharedScores(entropies: PairEntropiesWithTarget, answers: PairAnswers): SharedScores {
  const { hA, hB, hAB } = terms(entropies, answers)
  const { atJoint, atColumn, targetOfColumn } = entropies
  const { alone, aloneWithTarget, target } = answers
  const both = signedSums(atJoint.length, [hA, hB])
  const shared = signedSums(atJoint.length, [hA, hB, less(hAB)])
  const own = signedSums(atColumn.length, [
    { of: alone, at: atColumn, sign: 1 },
    { of: target, at: targetOfColumn, sign: 1 },
    { of: aloneWithTarget, at: atColumn, sign: -1 },
  ])
  return {
    // A copy shares all: rounding makes it no more.
    similarity: shared.map((information, pair) => Math.min(1, ratio(2 * information, both[pair]))),
    own: own.map((information, column) => (alone.n[atColumn[column]] > 0 ? information : NaN)),
    ofTarget: signedSums(1, [{ of: target, at: new Uint32Array(1), sign: 1 }])[0],
  }
}

/** The entropies of all pairs, as the source answers them. */
interface PairAnswers {
  readonly alone: Entropies
  readonly joint: Entropies
  readonly target: Entropies
  readonly aloneWithTarget: Entropies
  readonly jointWithTarget: Entropies
}

/** I(a,b;Y) − I(a;Y) − I(b;Y) as a sum of entropies. */
function interactionsOf(entropies: PairEntropiesWithTarget, answers: PairAnswers): Float64Array {
  const { hA, hB, hY, hAY, hBY, hAB, hABY } = terms(entropies, answers)
  const sum = [hAB, hAY, hBY, less(hABY), less(hA), less(hB), less(hY)]
  return signedSums(entropies.atJoint.length, sum)
}

function terms({ atJoint, atA, atB, atTarget }: PairEntropiesWithTarget, answers: PairAnswers) {
  const { alone, joint, target, aloneWithTarget, jointWithTarget } = answers
  const term = (of: Entropies, at: Uint32Array): EntropyTerm => ({ of, at, sign: 1 })
  return {
    hA: term(alone, atA),
    hB: term(alone, atB),
    hY: term(target, atTarget),
    hAY: term(aloneWithTarget, atA),
    hBY: term(aloneWithTarget, atB),
    hAB: term(joint, atJoint),
    hABY: term(jointWithTarget, atJoint),
  }
}

function less(term: EntropyTerm): EntropyTerm {
  return { ...term, sign: -1 }
}

/** How pairs are scored under permutations of the target. */
interface PermutedPairs {
  readonly view: View
  readonly column: number
  readonly facts: TargetVariables
  readonly seed: number
  readonly permutations: number
  /** How columns cut by the target are cut again; null where there are none. */
  readonly recutting: Recutting | null
  /** How rows may be exchanged; absent where they are exchanged one by one. */
  readonly exchange?: Exchange
  /** The entropies of the columns after they were cut again. */
  readonly recut: (recut: Recut) => PairEntropiesWithTarget
}

/** p = (1 + #{permuted |interaction| at least as large}) / (1 + B), all pairs under the same permutations. */
async function pValues(
  batcher: RequestBatcher,
  entropies: PairEntropiesWithTarget,
  { answers, observed }: { readonly answers: PairAnswers; readonly observed: Float64Array },
  { view, column, facts, seed: given, permutations, recutting, recut, exchange }: PermutedPairs,
  progress: Run['progress'],
): Promise<Float64Array> {
  const permutedAs = await permutationsOfTarget(batcher, {
    view,
    target: facts,
    seed: given,
    ...(exchange && { exchange }),
  })
  const asLarge = exceedancesOf(observed.length, permutations, permutedAs.kinds)
  const batch = Math.max(
    1,
    Math.min(batchLimits.permutations, Math.floor(batchLimits.pairs / observed.length)),
  )
  for (let first = 1; first <= permutations; first += batch) {
    const count = Math.min(batch, permutations - first + 1)
    const targets = Array.from({ length: count }, (_, i) =>
      permuteTarget({ view, column, ...permutedAs }, first + i),
    )
    const share = (done: number) => progress?.((first - 1 + done * count) / permutations)
    const variables = entropies.columns.map(({ variable }) => variable)
    const recuts = recutting && (await recutThrough(batcher, recutting, variables, targets))
    const permutedEntropies = targets.map((_, i) => (recuts ? recut(recuts[i]) : entropies))
    const lists = permutedEntropies.map((of, i) => {
      const { view, read } = targets[i]
      // Where columns are cut again, their own entropies change too.
      const own = recuts ? [requestWithView(view, of.alone), requestWithView(view, of.joint)] : []
      return [...targetRequests(of, view), ...own].map((request) => readRequest(request, read))
    })
    for (const [i, found] of (await batcher.request(lists, share)).entries()) {
      const [target, aloneWithTarget, jointWithTarget, alone, joint] = found
      const permuted = {
        ...answers,
        target,
        aloneWithTarget,
        jointWithTarget,
        ...(recuts && { alone, joint }),
      }
      interactionsOf(permutedEntropies[i], permuted).forEach((interaction, pair) => {
        const [size, found] = [Math.abs(interaction), Math.abs(observed[pair])]
        if (size >= found || isNear(size, found)) asLarge.add(pair, first + i)
      })
    }
  }
  return asLarge.pValues()
}

/**
 * The requests that read the target. The others do not change, because a permutation does not move missing
 * values.
 */
function targetRequests(
  { target, aloneWithTarget, jointWithTarget }: PairEntropiesWithTarget,
  view: View,
): readonly [EntropyRequest, EntropyRequest, EntropyRequest] {
  return [
    requestWithView(view, target),
    requestWithView(view, aloneWithTarget),
    requestWithView(view, jointWithTarget),
  ]
}

/** The request with each of its variables as `read` gives it. */
function readRequest(request: EntropyRequest, read: (variable: Variable) => Variable): EntropyRequest {
  const { family, within } = request
  return { ...request, family: mapFamily(family, read), ...(within && { within: mapFamily(within, read) }) }
}
