import { Lattice } from './lattice'
import { excludeByPivot } from './lattice-pivot'
import { searchEightSets } from './lattice-eights'
import { quantiseRow, subtractRow } from './lattice-measures'
import { boundOf, choiceOf, gather, kthBound, listOf, takeColumns } from './lattice-nodes'
import { searchEightSetsForK } from './lattice-places'
import { Search, layOutSearch } from './lattice-search'

/** The numbers of three bits, bit-reversed, four bits each. */
const reversed: u32 = 0x73516240

/** The number of bytes that the search workspace needs. */
export function latticeBytes(rows: u32, width: u32, fixed: u32, k: u32): u32 {
  return <u32>layOutSearch(0, rows, width, fixed, k)
}

/** Adds the results of the nearest neighbours of one row to the sums of every set of the task. */
export function searchRow(lattice: Lattice, row: u32): void {
  const search = changetype<Search>(lattice.workspace)
  search.row = row
  subtractRow(lattice, search)
  const count = quantiseRow(lattice, search)
  const size = popcnt(lattice.chosen)
  if (search.groupCount) {
    searchGroup(lattice, search, 0, count, size, 0, 0, search.nodes)
  } else {
    takeColumns(search.nodes, lattice.rows, count)
    searchLeaf(lattice, search, choiceOf(search.nodes, lattice.rows, 0), count, i32.MAX_VALUE, size, 0, 0)
  }
}

/**
 * For each choice of the columns of a group: keeps the rows that may be nearest in some set with exactly
 * these columns of the group. The distance of the k-th nearest row with all later columns is an upper bound
 * in all these sets, so rows that are already farther are dropped. `taken` columns were chosen after the
 * fixed ones, `size` in all.
 */
function searchGroup(
  lattice: Lattice,
  search: Search,
  group: u32,
  count: u32,
  size: u32,
  set: u32,
  taken: u32,
  node: usize,
): void {
  const width: u32 = group ? 3 : search.firstWidth
  const first: u32 = group ? search.firstWidth + 3 * (group - 1) : 0
  const left = lattice.width - lattice.fixed - first - width
  takeColumns(node, lattice.rows, count)
  for (let subset: u32 = 0; subset < <u32>(1 << width); subset++) {
    // The last column is the lowest bit of a set's number and the highest of a choice.
    const choice = ((reversed >> (subset << 2)) & 7) >> (3 - width)
    const members = size + popcnt(choice)
    if (members > lattice.most || members + left < lattice.least) continue
    const distances = choiceOf(node, lattice.rows, choice)
    // At the largest wanted size no columns are added, so the k-th distance itself is the bound.
    const isLast = members == lattice.most
    const bound =
      lattice.k > 1 || isLast
        ? kthBound(distances, choice, !isLast, count, lattice.k, search.places)
        : boundOf(node, choice)
    const within = (bound | search.numbers) + search.slack
    let path = search.path + (taken << 2)
    for (let i: u32 = 0; i < width; i++) {
      const bit = (choice >> i) & 1
      store<u32>(path, (first + i + 1) << 3)
      path += bit << 2
    }
    const next = set | (subset << left)
    const more = taken + members - size
    if (group + 1 == search.groupCount) {
      searchLeaf(lattice, search, distances, count, within, members, next, more)
    } else {
      const lower = node + search.nodeStride
      // For several neighbours one pivot is not enough: the row itself, which has no differences, excludes
      // none.
      const pivot = lattice.k > 1 || isLast ? search.row : bound & search.numbers
      const list = listOf(lower, lattice.rows)
      const near = gather(distances, count, within, list)
      const kept = excludeByPivot(search, group + 1, pivot, within, near, lower, list)
      searchGroup(lattice, search, group + 1, kept, members, next, more, lower)
    }
  }
}

/** Resolves the 8 sets of the last three columns; the nearest rows are among those within a distance. */
function searchLeaf(
  lattice: Lattice,
  search: Search,
  distances: usize,
  count: u32,
  within: i32,
  size: u32,
  set: u32,
  taken: u32,
): void {
  if (lattice.k > 1) searchEightSetsForK(lattice, search, distances, count, within, size, set, taken)
  else searchEightSets(lattice, search, distances, count, within, size, set, taken)
}
