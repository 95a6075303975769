import { ConnectedRows } from '../neighbours/graph.ts'
import type { NeighbourLists } from '../neighbours/graph.ts'
import type { BatchRun } from '../threads/pool.ts'
import { joinLists, joinNumbers, passOver } from './graph-rows.ts'
import type { GraphRows } from './graph-rows.ts'

/** How many neighbours of each row are looked at before all are. */
const fewNeighbours = 8

/** The shortest known way out of a part, or of a row. */
interface WayOut {
  readonly from: number
  readonly to: number
  readonly square: number
}

/**
 * The squared length of the longest edge of the minimum spanning tree: the least that connects all rows. By
 * Borůvka's rounds: each part is connected with the row nearest to it outside. The nearest rows of each row
 * settle most of it; all distances are measured again only for rows that may be nearer to the outside than
 * these show.
 */
export async function connectingLength(given: GraphRows, run: BatchRun): Promise<number> {
  const { rows } = given.space
  const k = Math.min(fewNeighbours, rows - 1)
  const parts = await passOver(given, { of: 'nearest', k }, run)
  const lists = joinLists(parts, rows)
  const reach = joinNumbers(parts, rows)
  const connected = new ConnectedRows(rows)
  let longest = 0
  while (connected.parts > 1) {
    const marks = Uint32Array.from({ length: rows }, (_, row) => connected.rootOf(row))
    const best = new Map<number, WayOut>()
    const offer = (way: WayOut) => {
      const known = best.get(marks[way.from])
      if (!known || way.square < known.square) best.set(marks[way.from], way)
    }
    const open: number[] = []
    for (let row = 0; row < rows; row++) {
      const way = lists && listedWayOut(lists, marks, row)
      if (way) offer(way)
      else open.push(row)
    }
    const bounded = open.filter(
      (row) => !lists || !(reach[row] >= (best.get(marks[row])?.square ?? Infinity)),
    )
    if (bounded.length > 0) {
      const some = Uint32Array.from(bounded)
      const found = await passOver(given, { of: 'outside', marks }, run, some)
      const squares = joinNumbers(found, some.length)
      let at = 0
      for (const { rows: nearest } of found) {
        nearest.forEach((to) => {
          offer({ from: some[at], to, square: squares[at] })
          at++
        })
      }
    }
    for (const { from, to, square } of best.values()) {
      if (connected.connect(from, to) && square > longest) longest = square
    }
  }
  return longest
}

/** The nearest of the listed rows that are outside; all others are further. */
function listedWayOut(lists: NeighbourLists, marks: Uint32Array, row: number): WayOut | null {
  let best: WayOut | null = null
  for (let at = lists.starts[row]; at < lists.starts[row + 1]; at++) {
    const to = lists.rows[at]
    if (marks[to] === marks[row]) continue
    if (!best || lists.squares[at] < best.square) best = { from: row, to, square: lists.squares[at] }
  }
  return best
}
