import type { ScaledPenalty } from '../penalties/path-solver.ts'
import { addEntered, penalisedJob } from '../penalties/penalised-job.ts'
import type { PenalisedInput, PenalisedPart } from '../penalties/penalised-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'

/** Penalties between which progress is reported and the event loop runs. */
const penaltiesAtOnce = 25
/** Multiplications a millisecond, and passes that a penalty takes, roughly. */
const rate = 1e6
const passesAPenalty = 10

/** Training sets, and what a penalty is for the target of each, divided by its standard deviation. */
export interface PenalisedProblem {
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
  for (let from = 0; from < penalties.length && entered.size < most; from += penaltiesAtOnce) {
    const some = Array.from(penalties.subarray(from, from + penaltiesAtOnce), (penalty, i) =>
      from + i === 0 ? penalty * (1 + rounding) : penalty,
    )
    const tasks = sets.map(({ withTarget: { length } }, set) => ({
      set,
      penalties: some.map((penalty) => scaled(penalty, set)),
      before: from > 0 ? scaled(penalties[from - 1], set) : null,
      weights: chunks[set].at(-1)?.weights.slice(-length || undefined) ?? new Float64Array(length),
      end: most < Infinity ? { most, entered: [...entered] } : null,
    }))
    const cost = (sets.length * some.length * width * width * passesAPenalty) / rate
    const parts = await runBatch({ job: penalisedJob, input, tasks, count: tasks.length, cost }, run)
    parts.forEach((part, set) => chunks[set].push(part))
    if (most < Infinity) addEntered(entered, sets[0], parts[0].weights)
    progress?.((from + some.length) / penalties.length)
  }
  return chunks.map((parts) => ({
    weights: joined(parts.map(({ weights }) => weights)),
    gaps: joined(parts.map(({ gaps }) => gaps)),
    residuals: joined(parts.map(({ residuals }) => residuals)),
    errors: joined(parts.map(({ errors }) => errors)),
  }))
}

export function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
