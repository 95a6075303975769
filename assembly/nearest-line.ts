import { Chebyshev, Euclidean, extended } from './nearest-metric'
import { writeCoincident, writePlaces } from './nearest-places'
import { Search, beginRow, finishSearch, setKth, setRow } from './nearest-search'

/** Finds neighbours in one column, sorted by `orderNumbers`: from each row outwards in both directions. */
export function searchLine(searchAt: usize, values: usize, order: usize): void {
  const search = changetype<Search>(searchAt)
  if (search.squared) searchAlong<Euclidean>(search, values, order)
  else searchAlong<Chebyshev>(search, values, order)
}

function searchAlong<M>(search: Search, values: usize, order: usize): void {
  const rows = search.rows
  const from = search.from
  const to = search.to
  for (let start: u32 = 0; start < rows;) {
    const value = load<f64>(values + (start << 3))
    let end = start + 1
    while (end < rows && load<f64>(values + (end << 3)) == value) end++
    if (end - start > search.k && isIsolated<M>(search, values, order, start, end)) {
      writeCoincident(search, order + (start << 2), end - start)
    } else {
      for (let at = start; at < end; at++) {
        const row = load<u32>(order + (at << 2))
        if (row < from || row >= to) continue
        searchRow<M>(search, values, order, at)
        finishSearch(search)
        writePlaces(search, row)
      }
    }
    start = end
  }
}

/** Whether all other values have a distance that does not equal 0. */
function isIsolated<M>(search: Search, values: usize, order: usize, start: u32, end: u32): bool {
  beginRow(search, load<u32>(order + (start << 2)), 0)
  if (start > 0 && distance<M>(values, start, start - 1) <= search.bound) return false
  return end == search.rows || distance<M>(values, start, end) > search.bound
}

function distance<M>(values: usize, a: u32, b: u32): f64 {
  return extended<M>(0, load<f64>(values + (b << 3)) - load<f64>(values + (a << 3)))
}

function searchRow<M>(search: Search, values: usize, order: usize, at: u32): void {
  const rows = search.rows
  const k = search.k
  setRow(search, load<u32>(order + (at << 2)))
  search.kept = 0
  // `left` is one more than the next place on the left.
  let left = at
  let right = at + 1
  let below = left > 0 ? distance<M>(values, at, left - 1) : 0
  let above = right < rows ? distance<M>(values, at, right) : 0
  let kth: f64 = 0
  while (search.count < k) {
    if (right == rows || (left > 0 && below <= above)) {
      kth = below
      left--
      addNeighbour(search, kth, load<u32>(order + (left << 2)))
      if (left > 0) below = distance<M>(values, at, left - 1)
    } else {
      kth = above
      addNeighbour(search, kth, load<u32>(order + (right << 2)))
      right++
      if (right < rows) above = distance<M>(values, at, right)
    }
  }
  setKth(search, kth)
  for (; left > 0; left--) {
    const next = distance<M>(values, at, left - 1)
    if (next > search.bound) break
    addNeighbour(search, next, load<u32>(order + ((left - 1) << 2)))
  }
  for (; right < rows; right++) {
    const next = distance<M>(values, at, right)
    if (next > search.bound) break
    addNeighbour(search, next, load<u32>(order + (right << 2)))
  }
}

function addNeighbour(search: Search, distance: f64, row: u32): void {
  store<f64>(search.distances + (search.count << 3), distance)
  store<u32>(search.found + (search.count << 2), row)
  search.count++
}
