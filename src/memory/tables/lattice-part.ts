import type { LatticeInput, LatticeTask } from './lattice-job.ts'

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
export interface LatticePart extends LatticeSums {
  /** The mask of the fixed columns that they contain. */
  readonly chosen: LatticeTask
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
export function fixedColumns({ rows, columns, common }: LatticeInput): number {
  const open = columns.length - common
  const work = rows * (1 << open)
  const worth = work <= worthTwo ? 0 : work <= worthFour ? 1 : 2
  return common + Math.max(open - mostOpen, Math.min(worth, open - 3), 0)
}

/** The number of sets of a task, wanted or not. */
export function setCount(input: LatticeInput): number {
  return 1 << (input.columns.length - fixedColumns(input))
}

/** The tasks of a lattice, in order. */
export function* latticeTasks(input: LatticeInput): Generator<LatticeTask> {
  const every = (1 << input.common) - 1
  for (let choice = 0; choice < countTasks(input); choice++) yield every | (choice << input.common)
}

/** The number of tasks of a lattice. */
export function countTasks(input: LatticeInput): number {
  return 1 << (fixedColumns(input) - input.common)
}

/** Whether a task has a set of a wanted size. */
export function hasSets(input: LatticeInput, chosen: LatticeTask): boolean {
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
