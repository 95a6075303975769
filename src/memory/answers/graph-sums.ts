import exp from '@stdlib/math-base-special-exp'
import { edgesJob } from '../neighbours/edges-job.ts'
import type { EdgesTask } from '../neighbours/edges-job.ts'
import { admits, weightOf } from '../neighbours/graph.ts'
import type { ConnectedRows, Edges, NeighbourLists } from '../neighbours/graph.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import { joinNumbers, passOver } from './graph-rows.ts'
import type { GraphRows } from './graph-rows.ts'
import { preciseSum } from './precise-sum.ts'

/** What the edges of a graph sum to. */
export interface GraphSums {
  /** Σ_j s_ij of each row, without itself. */
  readonly degrees: Float64Array
  /** For each column Σ s_ij (f_i − f_j)² over the edges. */
  readonly roughness: Float64Array
  readonly edges: number
  readonly sigma: number | null
}

/** How edges are weighed: alike, or by their length with a given σ, or with the mean squared length. */
export type Weighing = { readonly of: 'binary' } | { readonly of: 'heat'; readonly sigma: number | null }

/** Milliseconds to add a difference of a column over an edge, and the approximate milliseconds of a task. */
const cost = { difference: 1.5e-6, task: 40 }

/** Sums over the edges of some kind of graph; what they connect is connected. */
export async function sumsOverEdges(
  given: GraphRows,
  edges: Edges,
  lists: NeighbourLists | null,
  weighing: Weighing,
  connected: ConnectedRows,
  run: BatchRun,
): Promise<GraphSums> {
  if (lists) return ofLists(given, lists, weighing, connected, run)
  const sigma = await sigmaOf(given, edges, weighing, run)
  const parts = await passOver(given, { of: 'forms', sigma, ...edges }, run)
  for (const { rows } of parts) {
    for (let at = 0; at < rows.length; at += 2) connected.connect(rows[at], rows[at + 1])
  }
  return {
    degrees: joinNumbers(parts, given.space.rows),
    roughness: sumOf(
      parts.map(({ sums }) => sums),
      given.space.columns.length,
    ),
    edges: parts.reduce((sum, { count }) => sum + count, 0),
    sigma,
  }
}

async function sigmaOf(
  given: GraphRows,
  edges: Edges,
  weighing: Weighing,
  run: BatchRun,
): Promise<number | null> {
  if (weighing.of === 'binary' || weighing.sigma !== null) {
    return weighing.of === 'binary' ? null : weighing.sigma
  }
  const parts = await passOver(given, { of: 'lengths', ...edges }, run)
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  return count === 0 ? 0 : preciseSum(parts.map(({ squares }) => squares)) / count
}

/** The edges to later rows between rows of which either lists the other. */
export function symmetricLists(lists: NeighbourLists, { reach, labels, filter }: Edges): NeighbourLists {
  const rows = lists.starts.length - 1
  const isAllowed = admits[filter]
  const starts = new Uint32Array(rows + 1)
  // An edge that both rows list is that of the lower one.
  const each = (use: (low: number, high: number, square: number) => void) => {
    for (let row = 0; row < rows; row++) {
      for (let at = lists.starts[row]; at < lists.starts[row + 1]; at++) {
        const other = lists.rows[at]
        const square = lists.squares[at]
        if (!isAllowed(labels[row], labels[other])) continue
        if (other > row) use(row, other, square)
        else if (square > reach[other]) use(other, row, square)
      }
    }
  }
  each((low) => starts[low + 1]++)
  for (let row = 0; row < rows; row++) starts[row + 1] += starts[row]
  const places = starts.slice()
  const listed = new Uint32Array(starts[rows])
  const squares = new Float64Array(starts[rows])
  each((low, high, square) => {
    listed[places[low]] = high
    squares[places[low]++] = square
  })
  return { starts, rows: listed, squares }
}

async function ofLists(
  { space }: GraphRows,
  { starts, rows: listed, squares }: NeighbourLists,
  weighing: Weighing,
  connected: ConnectedRows,
  run: BatchRun,
): Promise<GraphSums> {
  const { rows, columns } = space
  const count = listed.length
  const mean = () => (count === 0 ? 0 : preciseSum(squares) / count)
  const sigma = weighing.of === 'binary' ? null : (weighing.sigma ?? mean())
  const weights = sigma === null ? null : squares.map((square) => weightOf(square, sigma, exp))
  const degrees = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    for (let at = starts[row]; at < starts[row + 1]; at++) {
      const weight = weights ? weights[at] : 1
      degrees[row] += weight
      degrees[listed[at]] += weight
      if (weight > 0) connected.connect(row, listed[at])
    }
  }
  const tasks = tasksOf(starts, listed, weights, columns.length)
  const ofColumns = count * columns.length * cost.difference
  const batch = { job: edgesJob, input: { space }, tasks, count: tasks.length, cost: ofColumns }
  return { degrees, roughness: sumOf(await runBatch(batch, run), columns.length), edges: count, sigma }
}

function tasksOf(
  starts: Uint32Array,
  listed: Uint32Array,
  weights: Float64Array | null,
  columns: number,
): readonly EdgesTask[] {
  const rows = starts.length - 1
  const size = Math.max(1, Math.floor(cost.task / (columns * cost.difference)))
  const tasks: EdgesTask[] = []
  for (let from = 0; from < rows;) {
    let to = from + 1
    while (to < rows && starts[to + 1] - starts[from] <= size) to++
    const [first, end] = [starts[from], starts[to]]
    if (end > first) {
      tasks.push({
        of: Array.from({ length: to - from }, (_, i) => from + i),
        starts: starts.slice(from, to + 1).map((start) => start - first),
        rows: listed.slice(first, end),
        weights: weights && weights.slice(first, end),
      })
    }
    from = to
  }
  return tasks
}

/** The sums of lists, place by place, in the order of the lists. */
function sumOf(lists: readonly Float64Array[], length: number): Float64Array {
  const sums = new Float64Array(length)
  for (const list of lists) for (let i = 0; i < length; i++) sums[i] += list[i]
  return sums
}
