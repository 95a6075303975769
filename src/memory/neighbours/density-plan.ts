import type { DensityFlaw } from '#core'
import { blocksOf, pairRanges } from '../threads/blocks.ts'
import type { JobBatch } from '../threads/job.ts'
import { densityJob } from './density-job.ts'
import type { DensityInput, DensityPart, DensityTask, KernelDensity } from './density-job.ts'

/** Approximate milliseconds of a task. */
const taskCost = 20
/** The most tasks of a density; each returns a number for nearly every row. */
const mostPieces = 64
/** The most such numbers kept at once, unless one density has more. */
const mostNumbers = 1 << 23

/** The results for each density. */
export interface DensitySums {
  /** Σ over the rows of the logarithm of the kernel sum at a row, for each bandwidth. */
  readonly logs: readonly Float64Array[]
  /** Logarithm of the volume that is multiplied by powers of h. */
  readonly logVolumes: Float64Array
  readonly flaws: (DensityFlaw | null)[]
}

/** A batch, and the share of the whole work that is done after it. */
export interface DensityBatch {
  readonly batch: JobBatch<DensityInput, DensityTask, DensityPart>
  readonly share: number
}

/**
 * Splits densities into batches for the pool; the caller passes the parts of each batch to `next`. Each pair
 * of rows is computed once, so a density that is split over tasks needs a second batch for the logarithms.
 */
export function* densityBatches(
  input: DensityInput,
  densities: readonly KernelDensity[],
): Generator<DensityBatch, DensitySums, readonly DensityPart[]> {
  const sums: DensitySums = {
    logs: densities.map(({ bandwidthCount }) => new Float64Array(bandwidthCount)),
    logVolumes: new Float64Array(densities.length),
    flaws: densities.map(() => null),
  }
  for (let start = 0; start < densities.length;) {
    const { pieces, cost, end } = cutTasks(input, densities, start)
    const share = end / densities.length
    const parts = yield { batch: batchOf(input, pieces, cost), share }
    const sumsOfRows = new Map<number, Float64Array>()
    for (const [place, { first, from }] of pieces.entries()) {
      const part = parts[place]
      if (part.sums)
        addFrom(sumsOfRows, first, densities[first].bandwidthCount * input.rows, from, input.rows, part.sums)
      else put(sums, first, part)
    }
    const logPieces = [...sumsOfRows].flatMap(([first, all]) => [
      ...piecesForLogs(first, densities[first], input.rows, all),
    ])
    if (logPieces.length > 0) {
      const logs = yield { batch: batchOf(input, logPieces, logPieces.length), share }
      for (const [place, { first }] of logPieces.entries()) put(sums, first, logs[place])
    }
    start = end
  }
  return sums
}

/** A task, the index of its first density, and its cost. */
interface Piece extends DensityTask {
  readonly first: number
  readonly densities: KernelDensity[]
  cost: number
}

/** Tasks for the densities from `first` on, up to a limit of numbers kept. */
function cutTasks(input: DensityInput, densities: readonly KernelDensity[], first: number) {
  const { rows } = input
  const pieces: Piece[] = []
  let numbers = 0
  let cost = 0
  let end = first
  for (; end < densities.length && numbers < mostNumbers; end++) {
    const density = densities[end]
    const ownCost = costOf(input, density)
    const last = pieces.at(-1)
    cost += ownCost
    if (last && last.cost + ownCost <= taskCost) {
      last.densities.push(density)
      last.cost += ownCost
      continue
    }
    const count = Math.min(mostPieces, Math.ceil(ownCost / taskCost))
    for (const [from, to] of pairRanges(rows, count)) {
      pieces.push({ first: end, densities: [density], from, to, sums: null, cost: ownCost })
    }
    if (count > 1) numbers += count * rows * density.bandwidthCount
  }
  return { pieces, cost, end }
}

/** Approximate milliseconds of a density on one thread. */
function costOf({ rows }: DensityInput, { columns, bandwidthCount }: KernelDensity): number {
  const pair = (1 + 0.35 * columns.length + 0.75 * bandwidthCount) * 1e-6
  return (rows * rows * pair) / 2 + rows * 2e-5 * (columns.length + bandwidthCount)
}

/** Splits the sums of all rows into tasks for their logarithms. */
function* piecesForLogs(
  first: number,
  density: KernelDensity,
  rows: number,
  all: Float64Array,
): Generator<Piece> {
  for (const { from, to } of blocksOf({ from: 0, to: rows })) {
    const sums = new Float64Array(density.bandwidthCount * (to - from))
    for (let step = 0; step < density.bandwidthCount; step++) {
      sums.set(all.subarray(step * rows + from, step * rows + to), step * (to - from))
    }
    yield { first, densities: [density], from, to, sums, cost: 0 }
  }
}

function batchOf(
  input: DensityInput,
  pieces: readonly Piece[],
  cost: number,
): JobBatch<DensityInput, DensityTask, DensityPart> {
  const tasks = pieces.map(({ densities, from, to, sums }): DensityTask => ({
    densities,
    from,
    to,
    sums,
  }))
  return { job: densityJob, input, tasks, count: tasks.length, cost }
}

/** Adds the sums of a part, for the rows from `from` on, bandwidth by bandwidth. */
function addFrom(
  sums: Map<number, Float64Array>,
  first: number,
  length: number,
  from: number,
  rows: number,
  some: Float64Array,
): void {
  if (!sums.has(first)) sums.set(first, new Float64Array(length))
  const all = sums.get(first)!
  for (let at = 0, start = from; at < some.length; start += rows) {
    for (let row = 0; row < rows - from; row++) all[start + row] += some[at++]
  }
}

/** Adds the results of a part for its densities, the first of which is `first`. */
function put(sums: DensitySums, first: number, part: DensityPart): void {
  let at = 0
  for (const [i, flaw] of part.flaws.entries()) {
    const logs = sums.logs[first + i]
    for (let step = 0; step < logs.length; step++) logs[step] += part.logs[at++]
    sums.logVolumes[first + i] = part.logVolumes[i]
    sums.flaws[first + i] = flaw
  }
}
