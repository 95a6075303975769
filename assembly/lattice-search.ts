import { nodeSize } from './lattice-nodes'

/**
 * The workspace of the search for the nearest neighbours of one row. Squared differences to other rows are
 * stored twice: exactly, to be summed in order, and *quantised* as whole units, which may be summed in any
 * order. The largest distance that equals the one to the k-th nearest row in all columns is 2^(28 − bits)
 * units, and a larger difference counts as at most 64 units more. Apart from that, each term of a quantised
 * distance is off by at most half a unit. The lowest `bits` bits of a quantised distance are the number of
 * the row, so a minimum also identifies its row.
 */
@unmanaged
export class Search {
  row: u32
  bits: u32
  /** The mask of the row number. */
  numbers: i32
  /**
   * Quantised distances that differ by more than this are in the order of the exact ones, which are not
   * equal.
   */
  slack: i32
  /**
   * For each row `stride` bytes: its distance in the fixed columns, then its squared differences in the
   * others. After the rows the squared bounds of rounding, which are summed like differences.
   */
  exact: usize
  stride: u32
  /** For each row its squared difference in the target. */
  differences: usize
  /** For each row its distance in all columns; after the rows the squared bound of rounding. */
  whole: usize
  /** The quantised differences of one row. */
  quantised: usize
  /**
   * For each group of columns and each row: the quantised differences in its three columns, and their sum in
   * later ones.
   */
  groups: usize
  groupCount: u32
  groupStride: u32
  /** The first group may have fewer than three columns. */
  firstWidth: u32
  /**
   * For each row the amounts that sets 0 to 3 of the last two columns add to its distance, then its
   * differences in the last three.
   */
  last: usize
  /** The offsets in a row of `exact` of the columns chosen so far. */
  path: usize
  /** The rows that may be nearest, a node for each group. */
  nodes: usize
  nodeStride: u32
  /**
   * For the 8 sets of the last columns: the nearest row, its squared difference in the target, and its
   * distance.
   */
  found: usize
  /** Workspace for more than one neighbour. */
  places: usize
}

/** Lays out the workspace and returns the address after it; only computes the size if `search` is 0. */
export function layOutSearch(search: usize, rows: u32, width: u32, fixed: u32, k: u32): usize {
  const open = width - fixed
  const groupCount: u32 = (open - 1) / 3
  const padded: usize = (rows + 79) & ~63
  const exact = search + ((offsetof<Search>() + 15) & ~15)
  const differences = exact + ((((open + 1) * padded) << 3) + 64)
  const whole = differences + (padded << 3)
  const quantised = whole + (padded << 3)
  const groups = quantised + 256
  const last = groups + groupCount * (padded << 4)
  const path = last + (padded << 5)
  const found = path + 128
  const nodes = found + 160
  const nodeStride = nodeSize(rows)
  const places = nodes + max<u32>(groupCount, 1) * nodeStride
  if (search) {
    const laid = changetype<Search>(search)
    laid.exact = exact
    laid.stride = (open + 1) << 3
    laid.differences = differences
    laid.whole = whole
    laid.quantised = quantised
    laid.groups = groups
    laid.groupCount = groupCount
    laid.groupStride = (<u32>padded) << 4
    laid.firstWidth = open - 3 * groupCount
    laid.last = last
    laid.path = path
    laid.found = found
    laid.nodes = nodes
    laid.nodeStride = nodeStride
    laid.bits = 32 - clz<u32>(rows - 1)
    laid.places = places
    laid.numbers = (1 << laid.bits) - 1
  }
  // For each place 8 distances; for each row 8 quantised ones and, for each of 8 sets, an exact one and a row
  // number; then space to sort one of these lists.
  return places + rows * (32 + 96 + 16) + k * 40 + 64
}
