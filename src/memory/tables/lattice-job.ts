import type { Origins } from '../neighbours/rounding.ts'
import { blocksOf } from '../threads/blocks.ts'
import type { Job, JobBatch } from '../threads/job.ts'

/** Complete numeric columns, and the statistics wanted for all their subsets. */
export interface LatticeInput {
  readonly rows: number
  /** At most 30. Squared distances must not overflow. */
  readonly columns: readonly Float64Array[]
  /** Where distances that differ by rounding only are equal; without it, only the same distances are. */
  readonly origins?: Origins | undefined
  /** The number of first columns that every set contains. */
  readonly common: number
  /** For `differences`. */
  readonly target: Float64Array | null
  /** The number of neighbours, at least 1 and less than the number of rows. */
  readonly k: number
  readonly ties: 'shared' | 'first'
  readonly wanted: 'differences' | 'distances'
  /** The sizes of the sets, including the columns in every set. */
  readonly sizes: readonly [from: number, to: number]
}

/** The mask of the fixed columns that the task's sets contain. */
type LatticeTask = number

/** Sums over rows for each set and each place 1 … k. What was not requested is empty. */
export interface LatticeSums {
  /** Σ (y_i − y_p)². */
  readonly squaredDifferences: Float64Array
  /** Σ of the squared distances. */
  readonly squaredDistances: Float64Array
  /** For each set Σ log(r_k + 2.2·10⁻¹⁶), natural logarithm. */
  readonly logDistances: Float64Array
  /** For each set the rows with more than k others within the k-th distance. */
  readonly tied: Uint32Array
  /** For each set the rows whose k-th neighbour is at distance 0. */
  readonly zeros: Uint32Array
}

/** The sums of a task's sets, by the mask of the columns that are not fixed. */
interface LatticePart extends LatticeSums {
  /** The mask of the fixed columns that they contain. */
  readonly chosen: LatticeTask
}

/**
 * Statistics of the nearest Euclidean neighbours of each row, summed over the rows, for every subset of
 * columns at once. No row is its own neighbour. Where several rows tie at a place, its squared target
 * difference is their mean, summed in row order.
 */
export const latticeJob: Job<LatticeInput, LatticeTask, LatticePart> = {
  name: 'lattice',
  open: (kernels, input) => {
    const { rows, k, target, wanted, sizes } = input
    const fixed = fixedColumns(input)
    // The kernel needs at least three columns that are not fixed: missing ones are appended as constants.
    const width = Math.max(input.columns.length, fixed + 3)
    const sets = 1 << (width - fixed)
    const isDifferences = wanted === 'differences'
    const places = isDifferences ? k : 1
    const paddedRows = Math.ceil(rows / 8) * 8
    const arena = kernels.arena()
    const columns = arena.numbers(width * paddedRows)
    const targetBlock = isDifferences ? arena.copyOf(target!) : null
    const lattice = arena.integers(17)
    const origins = input.origins ? arena.numbers(width) : null
    const block = arena.numbers(2 * places * sets)
    const sums = arena.numbers(2 * places * sets)
    const tied = arena.integers(sets)
    const zeros = arena.integers(sets)
    const workspace = arena.bytes(kernels.run.latticeBytes(rows, width, fixed, k))
    columns.view.fill(0)
    origins?.view.fill(NaN).set(input.origins!)
    input.columns.forEach((values, i) => columns.view.set(values, i * paddedRows))
    lattice.view.set([columns.address, paddedRows * 8, width, rows, fixed, 0, k])
    lattice.view.set([input.ties === 'shared' ? 1 : 0, targetBlock?.address ?? 0, ...sizes], 7)
    lattice.view.set([block.address, sums.address, tied.address, zeros.address, workspace.address], 11)
    lattice.view[16] = origins?.address ?? 0
    const order = reversed(width - fixed).subarray(0, setCount(input))

    return (chosen) => {
      sums.view.fill(0)
      tied.view.fill(0)
      zeros.view.fill(0)
      lattice.view[5] = chosen
      const blocks = hasSets(input, chosen) ? blocksOf({ from: 0, to: rows }) : []
      for (const { from, to } of blocks) kernels.run.sumLattice(lattice.address, from, to)
      const none = new Float64Array(0)
      return {
        chosen,
        squaredDifferences: isDifferences ? placesFrom(sums.view, 0) : none,
        squaredDistances: isDifferences ? placesFrom(sums.view, k) : none,
        logDistances: isDifferences ? none : placesFrom(sums.view, 0),
        tied: Uint32Array.from(order, (set) => tied.view[set]),
        zeros: Uint32Array.from(order, (set) => zeros.view[set]),
      }
    }

    /** The places of each set side by side, the sets by mask. */
    function placesFrom(values: Float64Array, from: number): Float64Array {
      const result = new Float64Array(places * order.length)
      for (let place = 0; place < places; place++) {
        const sumsOfPlace = values.subarray((from + place) * sets)
        for (let set = 0; set < order.length; set++) result[set * places + place] = sumsOfPlace[order[set]]
      }
      return result
    }
  },
}

/** All tasks of a lattice as a batch; `mergeLattice` merges their parts. */
export function latticeBatch(input: LatticeInput): JobBatch<LatticeInput, LatticeTask, LatticePart> {
  const count = countTasks(input)
  const sets = input.rows * (1 << (input.columns.length - input.common))
  const rows = input.rows * input.rows * count
  return { job: latticeJob, input, tasks: latticeTasks(input), count, cost: sets * 4e-5 + rows * 3e-5 }
}

/** The numbers of `bits` bits in bit-reversed order: in the kernel the last column is the lowest bit. */
function reversed(bits: number): Uint32Array {
  const order = new Uint32Array(1 << bits)
  for (let bit = 0; bit < bits; bit++) {
    for (let i = 0; i < 1 << bit; i++) order[(1 << bit) + i] = order[i] | (1 << (bits - 1 - bit))
  }
  return order
}

/** The most columns that are not fixed, so that the sums of a task fit into the cache. */
const mostOpen = 13

/**
 * From this many rows × sets on, the work is split into two or four tasks; few, because each processes all
 * rows.
 */
const worthTwo = 1 << 20
const worthFour = 1 << 22

/**
 * The number of first columns that a task fixes: those in every set, and some whose choices make the tasks.
 */
function fixedColumns({ rows, columns, common }: LatticeInput): number {
  const open = columns.length - common
  const work = rows * (1 << open)
  const worth = work <= worthTwo ? 0 : work <= worthFour ? 1 : 2
  return common + Math.max(open - mostOpen, Math.min(worth, open - 3), 0)
}

/** The number of sets of a task, wanted or not. */
function setCount(input: LatticeInput): number {
  return 1 << (input.columns.length - fixedColumns(input))
}

/** The tasks of a lattice, in order. */
export function* latticeTasks(input: LatticeInput): Generator<LatticeTask> {
  const every = (1 << input.common) - 1
  for (let choice = 0; choice < countTasks(input); choice++) yield every | (choice << input.common)
}

/** The number of tasks of a lattice. */
function countTasks(input: LatticeInput): number {
  return 1 << (fixedColumns(input) - input.common)
}

/** Whether a task has a set of a wanted size. */
function hasSets(input: LatticeInput, chosen: LatticeTask): boolean {
  const size = countBits(chosen)
  return size <= input.sizes[1] && size + input.columns.length - fixedColumns(input) >= input.sizes[0]
}

/** Merges the parts of all tasks, in order: the sets of the wanted sizes by ascending mask. */
export function mergeLattice(input: LatticeInput, parts: readonly LatticePart[]): LatticeSums {
  const masks = wantedMasks(input)
  const chosen = fixedColumns(input) - input.common
  const isDifferences = input.wanted === 'differences'
  const places = masks.length * input.k
  return {
    squaredDifferences: gather(new Float64Array(isDifferences ? places : 0), 'squaredDifferences'),
    squaredDistances: gather(new Float64Array(isDifferences ? places : 0), 'squaredDistances'),
    logDistances: gather(new Float64Array(isDifferences ? 0 : masks.length), 'logDistances'),
    tied: gather(new Uint32Array(masks.length), 'tied'),
    zeros: gather(new Uint32Array(masks.length), 'zeros'),
  }

  function gather<A extends Float64Array | Uint32Array>(whole: A, of: keyof LatticeSums): A {
    const each = whole.length / masks.length
    for (let i = 0; i < whole.length; i++) {
      const mask = masks[Math.floor(i / each)]
      whole[i] = parts[mask & ((1 << chosen) - 1)][of][(mask >>> chosen) * each + (i % each)]
    }
    return whole
  }
}

/** The masks of the wanted sets over the columns that are not in every set, ascending. */
function wantedMasks({ columns, common, sizes }: LatticeInput): Uint32Array {
  const masks = new Uint32Array(1 << (columns.length - common))
  let count = 0
  for (let mask = 0; mask < masks.length; mask++) {
    const size = common + countBits(mask)
    if (size >= Math.max(1, sizes[0]) && size <= sizes[1]) masks[count++] = mask
  }
  return masks.subarray(0, count)
}

/** The number of set bits of a whole number below 2^31. */
function countBits(mask: number): number {
  let bits = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits++
  return bits
}
