import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import type { PathPenalty, PathRequest } from '#core'
import { coordinatesOfGroups } from '../penalties/fused-descent.ts'
import { dualOfFusedNorm } from '../penalties/fused-norm.ts'
import { leastSquaresJob } from '../penalties/least-squares-job.ts'
import type { LeastSquaresPart } from '../penalties/least-squares-job.ts'
import { dualNormOfGroups } from '../penalties/norm-of-groups.ts'
import { addEntered, penalisedJob } from '../penalties/penalised-job.ts'
import type { PenalisedInput, PenalisedPart, PenaltyForm } from '../penalties/penalised-job.ts'
import type { PenalisedSet, ScaledPenalty } from '../penalties/penalised-set.ts'
import { concatenate } from '../threads/job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import type { TrainingSet } from './training-set.ts'

/** So far above the threshold the iteration leaves it fast. */
const above = 1.01
/** So often the penalty is doubled. */
const mostDoublings = 100

/**
 * A penalty of `bridge` that lets no column in: a hundredth above the greatest at which a column that is
 * orthogonal to all others would stay, min over w of |c| = w + λ·p·w^(p−1), doubled while one stays.
 */
async function bridgeEntry(
  { starts, withTarget }: PenalisedSet,
  p: number,
  lets: (penalty: number) => Promise<boolean>,
): Promise<number> {
  let entry = 0
  for (let block = 1; block < starts.length; block++) {
    const own = withTarget.subarray(starts[block - 1], starts[block])
    const norm = Math.sqrt(own.reduce((sum, one) => sum + one * one, 0))
    if (norm === 0) continue
    const threshold = exp((2 - p) * ln((norm * (1 - p)) / (2 - p)) - (1 - p / 2) * ln(own.length))
    entry = Math.max(entry, threshold / (p * (1 - p)))
  }
  entry *= above
  for (let doubling = 0; doubling < mostDoublings && (await lets(entry)); doubling++) entry *= 2
  return entry
}

/** Training sets with the factors of their penalty. */
interface PenalisedSets extends PenalisedProblem {
  readonly sets: readonly TrainingSet[]
  /** Whether the first set's weights of least squares are those of a ridge regression. */
  readonly isRidge: boolean
  /** The least penalty that lets no column into the first set. */
  greatest(): Promise<number>
}

/** The problem of a request, with weights of least squares where its penalty needs them. */
export async function penalisedSets(
  made: readonly TrainingSet[],
  { penalty }: PathRequest,
  { progress: _, ...run }: BatchRun,
): Promise<PenalisedSets> {
  const first =
    penalty.kind === 'adaptive' || penalty.kind === 'bridge' ? await leastSquares(made, penalty, run) : null
  const sets =
    penalty.kind === 'adaptive' ? made.map((set, i) => adapted(set, first![i], penalty.power)) : made
  const form = formOf(penalty, first)
  const degree = degreeOf(penalty)
  const squares = penalty.kind === 'norms' ? penalty.squares : 0
  const scales = sets.map(({ variance }) => power(Math.sqrt(variance), degree))
  const input = { form, sets: sets.map(({ blocks: _, variance: __, ...set }) => set) }
  const scaled = (of: number, set: number) => ({ norms: of / scales[set], squares: of * squares })
  return {
    sets,
    input,
    scaled,
    isRidge: first?.[0].isRidge ?? false,
    greatest: async () => (await entryOf(sets[0])) * scales[0],
  }

  async function entryOf(set: TrainingSet): Promise<number> {
    if (form.kind === 'norms') return dualNormOfGroups(set, set.withTarget)
    if (form.kind === 'fused')
      return dualOfFusedNorm({ ...form, groups: coordinatesOfGroups(set) }, set.withTarget)
    const alone = {
      input: { ...input, sets: input.sets.slice(0, 1) },
      scaled: (norms: number) => ({ norms, squares: 0 }),
    }
    return bridgeEntry(set, form.power, async (penalty) => {
      const [{ weights }] = await runPaths(alone, Float64Array.of(penalty), run)
      return weights.some((weight) => weight !== 0)
    })
  }
}

function leastSquares(
  sets: readonly TrainingSet[],
  { ridge }: { readonly ridge: number },
  run: BatchRun,
): Promise<readonly LeastSquaresPart[]> {
  const tasks = sets.map(({ withTarget, rows }, set) => ({ set, isTall: rows > withTarget.length }))
  const width = sets[0].withTarget.length
  const cost = (sets.length * width * width * width) / 1e6
  const input = { sets: sets.map(({ blocks: _, variance: __, ...set }) => set), ridge }
  return runBatch({ job: leastSquaresJob, input, tasks, count: tasks.length, cost }, run)
}

/**
 * The set with each block's factor divided by a power of the norm of its weights; without weights it never
 * enters.
 */
function adapted(set: TrainingSet, { weights }: LeastSquaresPart, exponent: number): TrainingSet {
  const { starts, factors } = set
  return {
    ...set,
    factors: factors.map((factor, block) => {
      let squares = 0
      for (let i = starts[block]; i < starts[block + 1]; i++) squares += weights[i] * weights[i]
      return squares > 0 ? factor / power(Math.sqrt(squares), exponent) : Infinity
    }),
  }
}

function formOf(penalty: PathPenalty, first: readonly LeastSquaresPart[] | null): PenaltyForm {
  if (penalty.kind === 'bridge') {
    return { kind: 'bridge', power: penalty.power, from: first!.map(({ weights }) => weights) }
  }
  return penalty.kind === 'fused' ? penalty : { kind: 'norms' }
}

/** The power of the target's unit that a penalty has. */
function degreeOf(penalty: PathPenalty): number {
  if (penalty.kind === 'adaptive') return 1 + penalty.power
  return penalty.kind === 'bridge' ? 2 - penalty.power : 1
}

function power(base: number, exponent: number): number {
  return exponent === 1 ? base : exp(exponent * ln(base))
}

/** Multiplications a millisecond, and passes that a penalty takes, roughly. */
const rate = 1e6
const passesAPenalty = 10
/**
 * Penalties between which progress is reported and the event loop runs: as many as take so many milliseconds,
 * but no fewer than these, and no more of other forms than norms, which take longer. What a path knows of its
 * columns is found anew after each.
 */
const atOnce = { milliseconds: 500, least: 25 } as const

/** Training sets, and what a penalty is for the target of each, divided by its standard deviation. */
interface PenalisedProblem {
  readonly input: PenalisedInput
  readonly scaled: (penalty: number, set: number) => ScaledPenalty
}

/** By this share the greatest penalty is raised, so that its rounding lets no column in. */
const rounding = 1e-9

/**
 * The paths of all sets, a few penalties of each at a time; with `most` to the penalty where so many blocks
 * of the one set are in.
 */
export async function runPaths(
  { input, scaled }: PenalisedProblem,
  penalties: Float64Array,
  { progress, ...run }: BatchRun,
  most = Infinity,
): Promise<readonly PenalisedPart[]> {
  const { sets } = input
  const chunks: PenalisedPart[][] = sets.map(() => [])
  const width = sets[0].withTarget.length
  const entered = new Set<number>()
  const cost = (width * width * passesAPenalty) / rate
  const many = input.form.kind === 'norms' ? Math.floor(atOnce.milliseconds / cost) : 0
  const count = Math.max(atOnce.least, many)
  for (let from = 0; from < penalties.length && entered.size < most; from += count) {
    const some = Array.from(penalties.subarray(from, from + count), (penalty, i) =>
      from + i === 0 ? penalty * (1 + rounding) : penalty,
    )
    const tasks = sets.map(({ withTarget: { length } }, set) => ({
      set,
      penalties: some.map((penalty) => scaled(penalty, set)),
      before: from > 0 ? scaled(penalties[from - 1], set) : null,
      weights: chunks[set].at(-1)?.weights.slice(-length || undefined) ?? new Float64Array(length),
      end: most < Infinity ? { most, entered: [...entered] } : null,
    }))
    const ofAll = sets.length * some.length * cost
    const parts = await runBatch({ job: penalisedJob, input, tasks, count: tasks.length, cost: ofAll }, run)
    parts.forEach((part, set) => chunks[set].push(part))
    if (most < Infinity) addEntered(entered, sets[0], parts[0].weights)
    progress?.((from + some.length) / penalties.length)
  }
  return chunks.map((parts) => ({
    weights: concatenate(parts.map(({ weights }) => weights)),
    gaps: concatenate(parts.map(({ gaps }) => gaps)),
    residuals: concatenate(parts.map(({ residuals }) => residuals)),
    errors: concatenate(parts.map(({ errors }) => errors)),
  }))
}
