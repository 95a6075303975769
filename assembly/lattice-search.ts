import { nodeSize } from './lattice-nodes'

/**
 * What the search for the nearest neighbours of one row keeps. Squared differences to other rows are looked at twice: as
 * they are, to be summed in order, and *measured* in whole units, which may be summed in any order. The distance to the
 * k-th nearest row in all columns is 2^(28 − bits) units, and a greater difference counts as at most 64 more; but for
 * those a measured distance is off by half a unit for each term at most. The lowest `bits` bits of a measured distance are the number of
 * the row it leads to: so the least of several tells whose it is.
 */
@unmanaged
export class Search {
  row: u32
  bits: u32
  /** The bits for the number of a row. */
  numbers: i32
  /** Measured distances that differ by more stand in the order of the true ones. */
  slack: i32
  /** For each row, `stride` bytes: its distance in the fixed columns, then its squared differences in the others. */
  exact: usize
  stride: u32
  /** For each row its squared difference in the target. */
  differences: usize
  /** For each row its distance in all columns. */
  whole: usize
  /** The measured differences of one row. */
  measured: usize
  /** For each group of columns, then each row: measured differences in its three columns, and their sum in later ones. */
  groups: usize
  groupCount: u32
  groupStride: u32
  /** The first group may have less than three columns. */
  firstWidth: u32
  /** For each row what sets 0 to 3 of the last two columns add to its distance, then its differences in the last three. */
  last: usize
  /** Where the columns taken so far stand in a row of `exact`. */
  path: usize
  /** Rows that may be nearest, a node for each group. */
  nodes: usize
  nodeStride: u32
  /** For the 8 sets of the last columns the nearest row, its squared difference in the target, and its distance. */
  found: usize
  /** For more than one neighbour, place to work in. */
  places: usize
}

/** Lays out the room of a lattice for the search and returns what stands behind it; measures only if `search` is 0. */
export function layOut(search: usize, rows: u32, width: u32, fixed: u32, k: u32): usize {
  const open = width - fixed
  const groupCount: u32 = (open - 1) / 3
  const padded: usize = (rows + 79) & ~63
  const exact = search + ((offsetof<Search>() + 15) & ~15)
  const differences = exact + ((((open + 1) * padded) << 3) + 64)
  const whole = differences + (padded << 3)
  const measured = whole + (padded << 3)
  const groups = measured + 256
  const last = groups + groupCount * (padded << 4)
  const path = last + (padded << 5)
  const found = path + 128
  const nodes = found + 160
  const nodeStride = nodeSize(rows)
  const places = nodes + max<u32>(groupCount, 1) * nodeStride
  if (search) {
    const it = changetype<Search>(search)
    it.exact = exact
    it.stride = (open + 1) << 3
    it.differences = differences
    it.whole = whole
    it.measured = measured
    it.groups = groups
    it.groupCount = groupCount
    it.groupStride = (<u32>padded) << 4
    it.firstWidth = open - 3 * groupCount
    it.last = last
    it.path = path
    it.found = found
    it.nodes = nodes
    it.nodeStride = nodeStride
    it.bits = 32 - clz<u32>(rows - 1)
    it.places = places
    it.numbers = (1 << it.bits) - 1
    it.slack = (width + 3) << it.bits
  }
  // For each place 8 distances; for each row 8 measured ones, and for each of 8 sets a true one and a number; then what
  // sorts one of these.
  return places + rows * (32 + 96 + 16) + k * 40 + 64
}
