import { allocateNumbers, CribaError } from '#core'
import type { Dependence } from '#core'
import type { DependenceInput } from '../neighbours/dependence-columns.ts'
import { kernelPairsJob } from '../neighbours/kernel-pairs-job.ts'
import type { KernelPairsPart, KernelPairsTask, KernelScale } from '../neighbours/kernel-pairs-job.ts'
import { pairRanges } from '../threads/blocks.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'

/** The most rows whose pairs are all looked at: 3 s a column. */
const mostRows = 50_000
/** Milliseconds of a pair of rows, and of a row that is sorted. */
const cost = { pair: 2.5e-6, row: 4e-4, task: 40 }
/**
 * The most pairs of a task. Tasks begin at the same rows whatever the columns, so sums have the same bits
 * beside others.
 */
const mostPairs = 1 << 21

/** Columns whose missing values are in the same rows, and what is known of them. */
interface Group {
  readonly mask: number
  readonly places: readonly number[]
  rows: number
  target: KernelScale
  /** Of each place. */
  readonly scales: Map<number, KernelScale>
  /** What each row and column of the target's matrix takes away from it. */
  means: Float64Array
}

/** Sums products of centred kernels, of Gaussian ones or of levels, for columns grouped by their mask. */
export async function sumKernelPairs(
  input: DependenceInput,
  byMask: ReadonlyMap<number, readonly number[]>,
  unbiased: boolean,
  answer: Dependence,
  run: BatchRun,
): Promise<void> {
  if (byMask.size === 0) return
  const rows = countRows(input)
  if (rows > mostRows) throw tooManyRows(rows)
  const silent = { ...run, progress: undefined }
  const groups = await findScales(input, byMask, rows, silent)
  for (const { places, rows: n, scales, target } of groups) {
    for (const place of places) {
      answer.n[place] = n
      if (n === 0) continue
      if (target.width === 0) answer.target[place] = 0
      if (scales.get(place)!.width === 0) answer.column[place] = 0
    }
  }
  const related = groups.filter(({ rows: n, target }) => n > 0 && target.width > 0)
  await findMeans(input, related, unbiased, silent)
  await sumProducts(input, related, unbiased, answer, run)
}

async function findScales(
  input: DependenceInput,
  byMask: ReadonlyMap<number, readonly number[]>,
  rows: number,
  run: BatchRun,
): Promise<readonly Group[]> {
  const ofColumn = Math.max(1e-3, cost.row * rows)
  const groups = [...byMask].map(([mask, places]): Group => {
    const unknown = { half: 1, centre: NaN, width: NaN }
    return { mask, places, rows: 0, target: unknown, scales: new Map(), means: new Float64Array(0) }
  })
  const pieces = groups.flatMap((group) =>
    chunks(group.places, cost.task / ofColumn).map((places) => ({ group, places })),
  )
  const tasks = pieces.map(({ group, places }): KernelPairsTask => {
    return { of: 'scales', mask: group.mask, columns: [-1, ...places] }
  })
  const parts = await runTasks(input, tasks, ofColumn * input.columns.length, run)
  pieces.forEach(({ group, places }, i) => {
    const { rows: count, scales } = parts[i] as Extract<KernelPairsPart, { scales: unknown }>
    group.rows = count
    group.target = scales[0]
    places.forEach((place, j) => group.scales.set(place, scales[j + 1]))
  })
  return groups
}

/** The means of the target's kernels, by which its matrix is centred: k_ij − m_i − m_j. */
async function findMeans(
  input: DependenceInput,
  groups: readonly Group[],
  unbiased: boolean,
  run: BatchRun,
): Promise<void> {
  const pairs = groups.reduce((sum, { rows }) => sum + (rows * rows) / 2, 0)
  const pieces = groups.flatMap((group) => {
    // Each task returns a number for nearly every row.
    const count = 'codes' in input.target ? 1 : Math.ceil((group.rows * group.rows) / (8 * mostPairs))
    return [...pairRanges(group.rows, count)].map(([from, to]) => ({ group, from, to }))
  })
  const tasks = pieces.map(({ group, from, to }): KernelPairsTask => {
    return { of: 'rows', mask: group.mask, scale: group.target, from, to }
  })
  for (const group of groups) group.means = allocateNumbers(group.rows)
  const parts = await runTasks(input, tasks, cost.pair * pairs, run)
  for (const [i, { group, from }] of pieces.entries())
    sumsOf(parts[i]).forEach((sum, row) => (group.means[from + row] += sum))
  for (const { means, rows: n } of groups) {
    // With bias each row is compared with itself, too.
    const own = unbiased ? 0 : 1
    const most = unbiased ? n - 2 : n
    const all = means.reduce((sum, one) => sum + one + own, 0)
    const half = all / (unbiased ? n - 1 : n) / 2
    for (let row = 0; row < n; row++) means[row] = (means[row] + own - half) / most
  }
}

async function sumProducts(
  input: DependenceInput,
  groups: readonly Group[],
  unbiased: boolean,
  answer: Dependence,
  run: BatchRun,
): Promise<void> {
  let work = 0
  const pieces = groups.flatMap((group) => {
    const { rows, places, scales } = group
    const pairs = (rows * rows) / 2
    const ranges = [...pairRanges(rows, Math.max(1, Math.ceil(pairs / mostPairs)))]
    const varying = places.filter((place) => scales.get(place)!.width > 0)
    const ofColumn = cost.pair * Math.min(pairs, mostPairs)
    work += cost.pair * pairs * varying.length
    return chunks(varying, cost.task / ofColumn).flatMap((columns) =>
      ranges.map(([from, to]) => ({ group, columns, from, to })),
    )
  })
  const tasks = pieces.map(
    ({ group: { mask, target, scales, means }, columns, from, to }): KernelPairsTask => {
      const all = [target, ...columns.map((place) => scales.get(place)!)]
      return { of: 'products', mask, columns, scales: all, means, from, to }
    },
  )
  const parts = await runTasks(input, tasks, work, run)
  pieces.forEach(({ group, columns, from }, i) => {
    const sums = sumsOf(parts[i])
    const own = unbiased ? 0 : group.means.reduce((sum, mean) => sum + (1 - 2 * mean), 0)
    columns.forEach((place, j) => {
      answer.joint[place] = (from === 0 ? own : answer.joint[place]) + 2 * sums[j]
    })
  })
}

function runTasks(
  input: DependenceInput,
  tasks: readonly KernelPairsTask[],
  work: number,
  run: BatchRun,
): Promise<KernelPairsPart[]> {
  return runBatch({ job: kernelPairsJob, input, tasks, count: tasks.length, cost: work }, run)
}

function sumsOf(part: KernelPairsPart): Float64Array {
  return (part as Extract<KernelPairsPart, { sums: unknown }>).sums
}

/** Lists of at most so many, and at least one. */
function chunks<T>(all: readonly T[], most: number): (readonly T[])[] {
  const size = Math.max(1, Math.floor(most))
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}

/** The rows that count for a column without missing values. */
function countRows({ rows, masks, common }: DependenceInput): number {
  let count = 0
  for (let row = 0; row < rows; row++) if (common.every((mask) => masks[mask][row] === 0)) count++
  return count
}

function tooManyRows(rows: number): CribaError {
  const [found, most] = [rows, mostRows].map((number) => number.toLocaleString('en'))
  return new CribaError(
    'too-large',
    `too many rows: hsic compares all pairs of ${found} rows (at most ${most}; distance-correlation takes any number)`,
  )
}
