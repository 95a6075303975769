/**
 * All subsets of some columns at once, by what the nearest neighbours of each row show. A task is one choice of the first
 * columns; it sums for each choice of the others over rows in their order. The sets of a task are numbered by the others
 * they take, the last column the lowest bit. Laid out by the caller as numbers of 32 bits.
 *
 * The squared differences of a set are summed in the order of the columns, and floating point addition never falls: so
 * the distance in a set, as computed, is at least that in any set that lacks some of its columns, as computed.
 */
@unmanaged
export class Lattice {
  /** The columns one after the other, each `stride` bytes: room for a multiple of 8 rows. */
  columns: usize
  stride: u32
  width: u32
  rows: u32
  /** How many columns a task fixes, and which of them it takes, by mask. */
  fixed: u32
  chosen: u32
  k: u32
  /** Whether rows tied at a place share it; else the first of them has it. */
  shared: u32
  /** 0 where logarithms of distances are wanted. */
  target: usize
  /** Only sets with so many members are wanted; what is summed for others means nothing. */
  least: u32
  most: u32
  /**
   * Sums over a block of rows: for each place and set of the squared differences, then likewise of the squared distances.
   * Or for each set the product of a sum of logarithms, then for each its exponent.
   */
  block: usize
  /** Sums over all blocks, laid out alike; of logarithms one for each set. */
  sums: usize
  /** For each set rows with more than k rows within the k-th distance, and rows whose k-th neighbour is at distance 0. */
  tied: usize
  zeros: usize
  /** Place to work in. */
  room: usize
}

/** How many sets a task has. */
export function setCount(lattice: Lattice): u32 {
  return 1 << (lattice.width - lattice.fixed)
}
