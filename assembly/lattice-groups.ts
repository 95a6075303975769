import { Lattice } from './lattice'
import { exclude } from './lattice-pivot'
import { settleEight } from './lattice-eights'
import { measureRow, subtractRow } from './lattice-measures'
import { boundOf, choiceOf, gather, kthBound, listOf, takeColumns } from './lattice-nodes'
import { settlePlaces } from './lattice-places'
import { Search, layOut } from './lattice-search'

/** The numbers of three bits in order, four bits each, with their bits reversed. */
const reversed: u32 = 0x73516240

/** How many bytes the work on a lattice needs. */
export function latticeArena(rows: u32, width: u32, fixed: u32, k: u32): u32 {
  return <u32>layOut(0, rows, width, fixed, k)
}

/** Adds what the nearest neighbours of one row show to the sums of every set of the task. */
export function searchRow(lattice: Lattice, row: u32): void {
  const search = changetype<Search>(lattice.room)
  search.row = row
  subtractRow(lattice, search)
  const count = measureRow(lattice, search)
  const size = popcnt(lattice.chosen)
  if (search.groupCount) {
    searchGroup(lattice, search, 0, count, size, 0, 0, search.nodes)
  } else {
    takeColumns(search.nodes, lattice.rows, count)
    settle(lattice, search, choiceOf(search.nodes, lattice.rows, 0), count, i32.MAX_VALUE, size, 0, 0)
  }
}

/**
 * Takes each choice of the columns of a group, and looks for the rows that may be nearest in some set with just these of
 * them: the distance of the k-th nearest with all later columns bounds that in each, so who is farther already cannot be.
 * `taken` columns have been taken after the fixed ones, `size` in all.
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
    // The last column is the lowest bit of a set's number, and the highest of a choice.
    const choice = ((reversed >> (subset << 2)) & 7) >> (3 - width)
    const members = size + popcnt(choice)
    if (members > lattice.most || members + left < lattice.least) continue
    const distances = choiceOf(node, lattice.rows, choice)
    // Where no more columns are wanted, the nearest itself is the bound.
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
      settle(lattice, search, distances, count, within, members, next, more)
    } else {
      const lower = node + search.nodeStride
      // One pivot is not enough for more neighbours: the row itself, which differs in nothing, leaves out none.
      const pivot = lattice.k > 1 || isLast ? search.row : bound & search.numbers
      const list = listOf(lower, lattice.rows)
      const near = gather(distances, count, within, list)
      const kept = exclude(search, group + 1, pivot, within, near, lower, list)
      searchGroup(lattice, search, group + 1, kept, members, next, more, lower)
    }
  }
}

/** Settles the 8 sets of the last three columns; the nearest rows are among those within a distance. */
function settle(
  lattice: Lattice,
  search: Search,
  distances: usize,
  count: u32,
  within: i32,
  size: u32,
  set: u32,
  taken: u32,
): void {
  if (lattice.k > 1) settlePlaces(lattice, search, distances, count, within, size, set, taken)
  else settleEight(lattice, search, distances, count, within, size, set, taken)
}
