import { blocksOf } from './blocks.ts'
import type { JobBatch, Job } from './job.ts'
import { countTasks, fixedColumns, hasSets, latticeTasks, setCount } from './lattice-part.ts'
import type { LatticePart } from './lattice-part.ts'

/** Columns of numbers without holes, as they are to be compared, and what is wanted of all their subsets. */
export interface LatticeGiven {
  readonly rows: number
  /** At most 30. Squared distances are below overflow. */
  readonly columns: readonly Float64Array[]
  /** The first so many columns are in every set. */
  readonly also: number
  /** For `differences`. */
  readonly target: Float64Array | null
  /** Neighbours looked at, at least 1 and fewer than the rows. */
  readonly k: number
  readonly ties: 'shared' | 'first'
  readonly wanted: 'differences' | 'distances'
  /** Members of the sets, with those in every set. */
  readonly sizes: readonly [from: number, to: number]
}

/** Which of the first columns the sets take, by mask. */
export type LatticeTask = number

/**
 * What the nearest neighbours of each row show, Euclidean, summed over the rows, for every subset of columns at once. No
 * row is its own neighbour. At a place that several rows share, the squared target difference is their sum in the order
 * of the rows, divided by how many they are.
 */
export const latticeJob: Job<LatticeGiven, LatticeTask, LatticePart> = {
  name: 'lattice',
  open: (kernels, given) => {
    const { rows, k, target, wanted, sizes } = given
    const fixed = fixedColumns(given)
    // The kernel leaves at least three columns open: those that are missing come last and differ in nothing.
    const width = Math.max(given.columns.length, fixed + 3)
    const sets = 1 << (width - fixed)
    const isDifferences = wanted === 'differences'
    const places = isDifferences ? k : 1
    const paddedRows = Math.ceil(rows / 8) * 8
    const arena = kernels.arena()
    const columns = arena.numbers(width * paddedRows)
    const targetBlock = isDifferences ? arena.copyOf(target!) : null
    const lattice = arena.integers(16)
    const block = arena.numbers(2 * places * sets)
    const sums = arena.numbers(2 * places * sets)
    const tied = arena.integers(sets)
    const zeros = arena.integers(sets)
    const working = arena.bytes(kernels.run.latticeArena(rows, width, fixed, k))
    columns.view.fill(0)
    given.columns.forEach((values, i) => columns.view.set(values, i * paddedRows))
    lattice.view.set([columns.address, paddedRows * 8, width, rows, fixed, 0, k])
    lattice.view.set([given.ties === 'shared' ? 1 : 0, targetBlock?.address ?? 0, ...sizes], 7)
    lattice.view.set([block.address, sums.address, tied.address, zeros.address, working.address], 11)
    const order = reversed(width - fixed).subarray(0, setCount(given))

    return (chosen) => {
      sums.view.fill(0)
      tied.view.fill(0)
      zeros.view.fill(0)
      lattice.view[5] = chosen
      const blocks = hasSets(given, chosen) ? blocksOf({ from: 0, to: rows }) : []
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

    /** The places of each set side by side, the sets numbered by mask. */
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

/** All tasks of a lattice as a batch. Their parts, in order, are for `mergeLattice`. */
export function latticeBatch(given: LatticeGiven): JobBatch<LatticeGiven, LatticeTask, LatticePart> {
  const count = countTasks(given)
  const sets = given.rows * (1 << (given.columns.length - given.also))
  const rows = given.rows * given.rows * count
  return { job: latticeJob, given, tasks: latticeTasks(given), count, cost: sets * 4e-5 + rows * 3e-5 }
}

/** The numbers of so many bits with their bits reversed: the kernel has the last column lowest. */
function reversed(bits: number): Uint32Array {
  const order = new Uint32Array(1 << bits)
  for (let bit = 0; bit < bits; bit++) {
    for (let i = 0; i < 1 << bit; i++) order[(1 << bit) + i] = order[i] | (1 << (bits - 1 - bit))
  }
  return order
}
