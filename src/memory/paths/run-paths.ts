import type { ScaledPenalty } from '../penalties/path-solver.ts'
import { addEntered, penalisedJob } from '../penalties/penalised-job.ts'
import type { PenalisedInput, PenalisedPart } from '../penalties/penalised-job.ts'
import { concatenate } from '../threads/job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'

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
