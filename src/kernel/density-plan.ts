import { blocksOf } from './blocks.ts'
import { densityJob } from './density-job.ts'
import type { DensityGiven, DensityPart, DensityTask, DensityUnit } from './density-job.ts'
import type { DensityFlaw } from './density-columns.ts'
import type { JobBatch } from './job.ts'

/** Milliseconds a task is to take, roughly. */
const taskCost = 20
/** A density is cut into at most so many tasks, each of which gives a number for nearly every row … */
const mostPieces = 64
/** … and so many numbers are kept at once, unless one density has more. */
const mostNumbers = 1 << 23

/** What is known of each density. */
export interface DensitySums {
  /** Σ over the rows of the logarithm of the sum of kernels at a row, for each rung. */
  readonly logs: readonly Float64Array[]
  /** Logarithm of the volume that h stretches. */
  readonly logVolumes: Float64Array
  readonly flaws: (DensityFlaw | null)[]
}

/** A batch of the work, which brings it up to a share of the whole. */
export interface DensityStep {
  readonly batch: JobBatch<DensityGiven, DensityTask, DensityPart>
  readonly share: number
}

/**
 * Densities as work for the pool, one batch after the other: whoever asks for the next gives the parts of the last. Each
 * pair of rows is looked at once, so a density that is cut needs a second batch for the logarithms of its rows' sums.
 */
export function* densitySteps(
  given: DensityGiven,
  units: readonly DensityUnit[],
): Generator<DensityStep, DensitySums, readonly DensityPart[]> {
  const sums: DensitySums = {
    logs: units.map(({ rungs }) => new Float64Array(rungs)),
    logVolumes: new Float64Array(units.length),
    flaws: units.map(() => null),
  }
  for (let first = 0; first < units.length;) {
    const { pieces, cost, end } = cutUnits(given, units, first)
    const share = end / units.length
    const parts = yield { batch: batchOf(given, pieces, cost), share }
    const sumsOfRows = new Map<number, Float64Array>()
    for (const [place, { unit, from }] of pieces.entries()) {
      const part = parts[place]
      if (part.sums) addFrom(sumsOfRows, unit, units[unit].rungs * given.rows, from, given.rows, part.sums)
      else put(sums, unit, part)
    }
    const known = [...sumsOfRows].flatMap(([unit, all]) => [
      ...piecesForLogs(unit, units[unit], given.rows, all),
    ])
    if (known.length > 0) {
      const logs = yield { batch: batchOf(given, known, known.length), share }
      for (const [place, { unit }] of known.entries()) put(sums, unit, logs[place])
    }
    first = end
  }
  return sums
}

/** A task, the place of its first density, and what it costs. */
interface Piece extends DensityTask {
  readonly unit: number
  readonly units: DensityUnit[]
  cost: number
}

/** Tasks for as many densities, from the first on, as leave few enough numbers. */
function cutUnits(given: DensityGiven, units: readonly DensityUnit[], first: number) {
  const { rows } = given
  const pieces: Piece[] = []
  let numbers = 0
  let cost = 0
  let end = first
  for (; end < units.length && numbers < mostNumbers; end++) {
    const unit = units[end]
    const ofUnit = costOf(given, unit)
    const last = pieces.at(-1)
    cost += ofUnit
    if (last && last.cost + ofUnit <= taskCost) {
      last.units.push(unit)
      last.cost += ofUnit
      continue
    }
    const count = Math.min(mostPieces, Math.ceil(ofUnit / taskCost))
    for (const [from, to] of rowRanges(rows, count)) {
      pieces.push({ unit: end, units: [unit], from, to, sums: null, cost: ofUnit })
    }
    if (count > 1) numbers += count * rows * unit.rungs
  }
  return { pieces, cost, end }
}

/** Milliseconds a density costs on one thread, roughly. */
function costOf({ rows }: DensityGiven, { columns, rungs }: DensityUnit): number {
  const pair = (1 + 0.35 * columns.length + 0.75 * rungs) * 1e-6
  return (rows * rows * pair) / 2 + rows * 2e-5 * (columns.length + rungs)
}

/** Ranges of rows that have equally many pairs with the rows after them. */
function* rowRanges(rows: number, count: number): Generator<[from: number, to: number]> {
  let from = 0
  for (let piece = 1; piece <= count; piece++) {
    const to = Math.round(rows * (1 - Math.sqrt(1 - piece / count)))
    if (to > from) yield [from, to]
    from = to
  }
}

/** The sums of all rows, cut for their logarithms. */
function* piecesForLogs(
  unit: number,
  density: DensityUnit,
  rows: number,
  all: Float64Array,
): Generator<Piece> {
  for (const { from, to } of blocksOf({ from: 0, to: rows })) {
    const sums = new Float64Array(density.rungs * (to - from))
    for (let rung = 0; rung < density.rungs; rung++) {
      sums.set(all.subarray(rung * rows + from, rung * rows + to), rung * (to - from))
    }
    yield { unit, units: [density], from, to, sums, cost: 0 }
  }
}

function batchOf(
  given: DensityGiven,
  pieces: readonly Piece[],
  cost: number,
): JobBatch<DensityGiven, DensityTask, DensityPart> {
  const tasks = pieces.map(({ units, from, to, sums }): DensityTask => ({ units, from, to, sums }))
  return { job: densityJob, given, tasks, count: tasks.length, cost }
}

/** Adds the sums of a part, of the rows from one on, rung after rung. */
function addFrom(
  sums: Map<number, Float64Array>,
  unit: number,
  length: number,
  from: number,
  rows: number,
  some: Float64Array,
): void {
  if (!sums.has(unit)) sums.set(unit, new Float64Array(length))
  const all = sums.get(unit)!
  for (let at = 0, start = from; at < some.length; start += rows) {
    for (let row = 0; row < rows - from; row++) all[start + row] += some[at++]
  }
}

/** Puts what a part found for its densities, from one on, to what is known of them. */
function put(sums: DensitySums, first: number, part: DensityPart): void {
  let at = 0
  for (const [i, flaw] of part.flaws.entries()) {
    const logs = sums.logs[first + i]
    for (let rung = 0; rung < logs.length; rung++) logs[rung] += part.logs[at++]
    sums.logVolumes[first + i] = part.logVolumes[i]
    sums.flaws[first + i] = flaw
  }
}
