import type { LatticeGiven, LatticeTask } from './lattice-job.ts'

/** Sums over rows for each set, and within a set for each place 1 … k. What was not asked for is empty. */
export interface LatticeSums {
  /** Σ (y_i − y_p)². */
  readonly squaredDifferences: Float64Array
  /** Σ of the squared distances. */
  readonly squaredDistances: Float64Array
  /** One for each set: Σ log(r_k + 2.2·10⁻¹⁶), natural logarithm. */
  readonly logDistances: Float64Array
  /** One for each set: rows of which more than k others lie within the k-th distance. */
  readonly tied: Uint32Array
  /** One for each set: rows whose k-th neighbour lies at distance 0. */
  readonly zeros: Uint32Array
}

/** The sums of a task's sets, numbered by the mask of the columns that the task does not fix. */
export interface LatticePart extends LatticeSums {
  /** Which of the fixed columns they take. */
  readonly chosen: LatticeTask
}

/** At most so many columns are left open, that the sums of a task stay near the processor. */
const mostOpen = 13
/** Two tasks, or four, from so many rows times sets; few, since each looks at all rows anew. */
const worthTwo = 1 << 20
const worthFour = 1 << 22

/** How many of the first columns a task fixes: those that all sets have, and some whose choices make the tasks. */
export function fixedColumns({ rows, columns, also }: LatticeGiven): number {
  const open = columns.length - also
  const work = rows * (1 << open)
  const worth = work <= worthTwo ? 0 : work <= worthFour ? 1 : 2
  return also + Math.max(open - mostOpen, Math.min(worth, open - 3), 0)
}

/** How many sets a task has, wanted or not. */
export function setCount(given: LatticeGiven): number {
  return 1 << (given.columns.length - fixedColumns(given))
}

/** The tasks of a lattice, in order. */
export function* latticeTasks(given: LatticeGiven): Generator<LatticeTask> {
  const every = (1 << given.also) - 1
  for (let choice = 0; choice < countTasks(given); choice++) yield every | (choice << given.also)
}

/** How many tasks a lattice has. */
export function countTasks(given: LatticeGiven): number {
  return 1 << (fixedColumns(given) - given.also)
}

/** Whether a task has a set of the sizes wanted. */
export function hasSets(given: LatticeGiven, chosen: LatticeTask): boolean {
  const size = countBits(chosen)
  return size <= given.sizes[1] && size + given.columns.length - fixedColumns(given) >= given.sizes[0]
}

/** The parts of all tasks, in order, as one: the sets by ascending mask, those of the sizes wanted only. */
export function mergeLattice(given: LatticeGiven, parts: readonly LatticePart[]): LatticeSums {
  const masks = wantedMasks(given)
  const chosen = fixedColumns(given) - given.also
  const isDifferences = given.wanted === 'differences'
  const places = masks.length * given.k
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

/** Which columns the sets of the sizes wanted take beside those that all have, by mask, ascending. */
function wantedMasks({ columns, also, sizes }: LatticeGiven): Uint32Array {
  const masks = new Uint32Array(1 << (columns.length - also))
  let count = 0
  for (let mask = 0; mask < masks.length; mask++) {
    const size = also + countBits(mask)
    if (size >= Math.max(1, sizes[0]) && size <= sizes[1]) masks[count++] = mask
  }
  return masks.subarray(0, count)
}

/** How many bits of a whole number below 2^31 are set. */
function countBits(mask: number): number {
  let bits = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits++
  return bits
}
