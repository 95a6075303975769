import { ConnectedRows } from '../../kernel/graph-edges.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import type { GraphRows } from './graph-rows.ts'
import { joinNumbers, passOver } from './graph-tasks.ts'

/** All distances are measured once for each round. */
const mostRounds = 24

/**
 * The least k whose nearest rows connect all rows, given which are connected by k = `from`; null where that takes too many
 * rounds, or is no greater: then edges are there, but weigh nothing. By Kruskal's rule: the edges of the least k that leaves a
 * part are added, until one part is left.
 */
export async function connectingNeighbours(
  given: GraphRows,
  from: number,
  parts: ConnectedRows,
  run: BatchRun,
): Promise<number | null> {
  const { rows } = given.space
  const connected = new ConnectedRows(rows)
  for (let row = 0; row < rows; row++) connected.connect(row, parts.rootOf(row))
  let most = from
  for (let round = 0; connected.parts > 1; round++) {
    if (round === mostRounds) return null
    const marks = Uint32Array.from({ length: rows }, (_, row) => connected.rootOf(row))
    const found = await passOver(given, { of: 'nearer', marks }, run)
    const nearer = joinNumbers(found, rows)
    const least = 1 + nearer.reduce((fewest, count) => Math.min(fewest, count), Infinity)
    if (round === 0 && least <= from) return null
    most = Math.max(most, least)
    let row = 0
    for (const { rows: outside } of found) {
      for (const other of outside) {
        if (nearer[row] < most) connected.connect(row, other)
        row++
      }
    }
  }
  return most
}
