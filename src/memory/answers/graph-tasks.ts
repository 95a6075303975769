import type { NeighbourLists } from '../neighbours/graph-edges.ts'
import { graphJob } from '../neighbours/graph-job.ts'
import type { GraphPart, GraphTask, GraphWanted } from '../neighbours/graph-parts.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import type { GraphRows } from './graph-rows.ts'

/** Milliseconds to compare two values of a column, to multiply them, and to look at a distance. */
const cost = { value: 2.5e-7, product: 6e-8, distance: 1e-5 }
/** Approximate milliseconds of a task. */
const taskCost = 40
/** The fewest rows of a task by products: columns that are not packed together are packed again for each. */
const leastProducts = 256
/** The most tasks: each may return a number for every row. */
const mostTasks = 512
/** The most neighbours that are listed; beyond, distances are measured again. A test lowers it. */
export const limits = { listed: 1 << 24 }

/** Measures the distances of some rows, by default of all, to all rows. */
export async function passOver(
  given: GraphRows,
  wanted: GraphWanted,
  run: BatchRun,
  some: Uint32Array = allOf(given.space.rows),
): Promise<readonly GraphPart[]> {
  const { rows, columns } = given.space
  // Products are faster, and so are many rows at a time.
  const isByProducts = wanted.of === 'nearest' && given.points !== null
  const ofRow = rows * (columns.length * (isByProducts ? cost.product : cost.value) + cost.distance)
  const least = isByProducts ? leastProducts : 1
  const size = eights(Math.max(taskCost / ofRow, some.length / mostTasks, least))
  const tasks: GraphTask[] = []
  for (let from = 0; from < some.length; from += size) {
    const part = some.subarray(from, from + size)
    tasks.push({ rows: part, most: Math.floor(limits.listed * (part.length / rows)) })
  }
  const { space, extent, points } = given
  const input = { space, extent, points, wanted }
  const batch = { job: graphJob, input, tasks, count: tasks.length, cost: ofRow * some.length }
  return runBatch(batch, run)
}

/** Rounded up to a multiple of eight: rows are packed by eights. */
function eights(rows: number): number {
  return Math.max(8, Math.ceil(rows / 8) * 8)
}

function allOf(rows: number): Uint32Array {
  return Uint32Array.from({ length: rows }, (_, row) => row)
}

/** The lists of all rows; null where some were too long. */
export function joinLists(parts: readonly GraphPart[], rows: number): NeighbourLists | null {
  const found = parts.map(({ lists }) => lists)
  if (found.some((lists) => lists === null)) return null
  const lists = found as readonly NeighbourLists[]
  const total = lists.reduce((sum, { rows: listed }) => sum + listed.length, 0)
  const joined = {
    starts: new Uint32Array(rows + 1),
    rows: new Uint32Array(total),
    squares: new Float64Array(total),
  }
  let row = 0
  let at = 0
  for (const { starts, rows: listed, squares } of lists) {
    joined.rows.set(listed, at)
    joined.squares.set(squares, at)
    for (let i = 1; i < starts.length; i++) joined.starts[++row] = at + starts[i]
    at += listed.length
  }
  return joined
}

/** The numbers of all parts, one after the other. */
export function joinNumbers(parts: readonly GraphPart[], length: number): Float64Array {
  const joined = new Float64Array(length)
  let at = 0
  for (const { numbers } of parts) {
    joined.set(numbers, at)
    at += numbers.length
  }
  return joined
}
