/**
 * Nearest-neighbour statistics for all subsets of some columns at once; laid out by the caller as numbers of
 * 32 bits. A task fixes one choice of the first columns; for each choice of the others it sums over the rows
 * in order. A set of a task is numbered by the mask of the other columns it contains, the last column as the
 * lowest bit.
 *
 * The squared differences of a set are summed in column order, and rounded addition of non-negative terms is
 * monotone, so the computed distance in a set is never below the computed distance in one of its subsets.
 */
@unmanaged
export class Lattice {
  /** The columns, `stride` bytes each, padded to a multiple of 8 rows. */
  columns: usize
  stride: u32
  width: u32
  rows: u32
  /** The number of columns that a task fixes, and the mask of those it contains. */
  fixed: u32
  chosen: u32
  k: u32
  /** Whether rows tied at a place share it; otherwise the first of them gets it. */
  shared: u32
  /** 0 if logarithms of distances are wanted. */
  target: usize
  /** The smallest and largest wanted size; the sums of other sets are undefined. */
  least: u32
  most: u32
  /**
   * Sums over a block of rows: for each place and set the squared differences, then in the same layout the
   * squared distances. Or, for logarithms, a product for each set, then its exponent for each set.
   */
  block: usize
  /** Sums over all blocks, in the same layout; for logarithms one sum for each set. */
  sums: usize
  /**
   * For each set the number of rows with more than k others within the k-th distance, and of rows whose k-th
   * neighbour is at distance 0.
   */
  tied: usize
  zeros: usize
  /** Memory for the search, `latticeBytes` bytes. */
  workspace: usize
  /**
   * For each column the number that stood for 0 before it was scaled, NaN if its differences are exact; or 0
   * if only the same distances are equal. See src/memory/neighbours/rounding.ts.
   */
  origins: usize
}

/** The number of sets of a task. */
export function setCount(lattice: Lattice): u32 {
  return 1 << (lattice.width - lattice.fixed)
}
