import exp from '@stdlib/math-base-special-exp'
import type { Arena } from '../threads/arena.ts'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import { admits, ConnectedRows, GrowingLists, nothing, slackOf, weightOf } from './graph.ts'
import type { Edges, GraphInput, GraphPart, GraphTask } from './graph.ts'
import { kthSmallest } from './heap.ts'
import { NearCandidates } from './near-candidates.ts'
import { layOutRuns, RowDistances } from './row-space.ts'
import type { NeighbourRun } from './row-space.ts'

/** Rows whose products are held at a time. */
const held = 128

/**
 * Lists the k nearest rows of the rows of a task, which follow one another from a multiple of eight on, with
 * all tied at the k-th distance, by products; null where these do not do.
 */
function nearestByProducts(
  kernels: Kernels,
  arena: Arena,
  input: GraphInput,
  k: number,
): ((task: GraphTask) => GraphPart) | null {
  const candidates = NearCandidates.open(kernels, arena, input)
  if (!candidates) return null
  const { stride } = candidates
  const block = arena.numbers(held * stride)
  const heap = new Float64Array(k)
  return (task) => {
    const lists = new GrowingLists(task.most)
    const numbers = new Float64Array(task.rows.length)
    for (let from = 0; from < task.rows.length; from += held) {
      const some = task.rows.subarray(from, from + held)
      candidates.multiply(block, some[0] / 8, Math.ceil((some[0] + some.length) / 8))
      some.forEach((row, i) => {
        const { rows, squares, reach } = candidates.nearest(row, block, i * stride, heap)
        rows.forEach((other, place) => lists.add(other, squares[place]))
        lists.close()
        numbers[from + i] = reach
      })
    }
    return { ...nothing, lists: lists.lists(), numbers }
  }
}

/** Rows whose distances are held at a time. */
const most = { rows: 64, distances: 1 << 21 }

/** Distances of rows to all rows, and what a graph makes of them. */
export const graphJob: Job<GraphInput, GraphTask, GraphPart> = {
  name: 'graph',
  open: (kernels, input) => {
    const arena = kernels.arena()
    if (input.wanted.of === 'nearest') {
      const byProducts = nearestByProducts(kernels, arena, input, input.wanted.k)
      if (byProducts) return byProducts
    }
    const distances = new RowDistances(kernels, arena, input.space)
    const top = arena.top
    const { rows: count } = input.space
    const held = Math.max(1, Math.min(most.rows, Math.floor(most.distances / count)))

    return (task) => {
      arena.release(top)
      const work = workOf(input, task, distances, arena)
      const start = arena.top
      for (let from = 0; from < task.rows.length; from += held) {
        arena.release(start)
        const some = task.rows.subarray(from, from + held)
        const block = arena.numbers(some.length * distances.stride)
        distances.write(block, some, 0)
        const { view } = block
        some.forEach((row, i) => {
          work.take(row, view.subarray(i * distances.stride, i * distances.stride + count), from + i)
        })
        work.flush?.()
      }
      return work.part()
    }
  },
}

/** What a task does with the distances of each row. */
interface Work {
  take(row: number, squares: Float64Array, place: number): void
  /** Called before the memory of the distances is used again. */
  flush?(): void
  part(): GraphPart
}

function workOf(input: GraphInput, task: GraphTask, distances: RowDistances, arena: Arena): Work {
  const { wanted } = input
  switch (wanted.of) {
    case 'nearest':
      return nearestRows(input, wanted.k, task)
    case 'outside':
      return nearestOutside(wanted.marks, task)
    case 'nearer':
      return nearerThanOutside(input, wanted.marks, task)
    case 'lengths':
      return sumOfLengths(wanted)
    case 'forms':
      return sumsOverEdges(input, wanted, task, distances, arena)
  }
}

function nearestRows(input: GraphInput, k: number, task: GraphTask): Work {
  const lists = new GrowingLists(task.most)
  const numbers = new Float64Array(task.rows.length)
  const heap = new Float64Array(k)
  return {
    take: (row, squares, place) => {
      const kth = kthSmallest(squares, row, heap)
      const reach = kth + slackOf(kth, input)
      numbers[place] = reach
      for (let other = 0; other < squares.length; other++) {
        if (squares[other] <= reach && other !== row) lists.add(other, squares[other])
      }
      lists.close()
    },
    part: () => ({ ...nothing, lists: lists.lists(), numbers }),
  }
}

function nearestOutside(marks: Uint32Array, task: GraphTask): Work {
  const numbers = new Float64Array(task.rows.length).fill(Infinity)
  const rows = new Uint32Array(task.rows.length)
  return {
    take: (row, squares, place) => {
      for (let other = 0; other < squares.length; other++) {
        if (squares[other] < numbers[place] && marks[other] !== marks[row]) {
          numbers[place] = squares[other]
          rows[place] = other
        }
      }
    },
    part: () => ({ ...nothing, numbers, rows }),
  }
}

/** How many rows are nearer than the nearest outside; rows as far as it, up to rounding, are not. */
function nearerThanOutside(input: GraphInput, marks: Uint32Array, task: GraphTask): Work {
  const outside = nearestOutside(marks, task)
  const counts = new Float64Array(task.rows.length)
  return {
    take: (row, squares, place) => {
      outside.take(row, squares, place)
      const square = outside.part().numbers[place]
      for (let other = 0; other < squares.length; other++) {
        const own = squares[other]
        if (own < square && other !== row && own + slackOf(own, input) < square) counts[place]++
      }
    },
    part: () => ({ ...outside.part(), numbers: counts }),
  }
}

/** Calls back with the rows beside a row, from row `from` on. */
function eachEdge(
  { reach, labels, filter }: Edges,
  row: number,
  squares: Float64Array,
  from: number,
  use: (other: number, square: number) => void,
): void {
  const isAllowed = admits[filter]
  const own = reach[row]
  for (let other = from; other < squares.length; other++) {
    const square = squares[other]
    if ((square <= own || square <= reach[other]) && other !== row && isAllowed(labels[row], labels[other])) {
      use(other, square)
    }
  }
}

function sumOfLengths(edges: Edges): Work {
  let count = 0
  let sum = 0
  return {
    take: (row, squares) => {
      eachEdge(edges, row, squares, row + 1, (_, square) => {
        count++
        sum += square
      })
    },
    part: () => ({ ...nothing, count, squares: sum }),
  }
}

function sumsOverEdges(
  { space }: GraphInput,
  { sigma, ...edges }: Edges & { readonly sigma: number | null },
  task: GraphTask,
  distances: RowDistances,
  arena: Arena,
): Work {
  const width = space.columns.length
  const sums = arena.numbers(width)
  sums.view.fill(0)
  const numbers = new Float64Array(task.rows.length)
  const connected = new ConnectedRows(space.rows)
  const pairs: number[] = []
  let runs: NeighbourRun[] = []
  let count = 0
  return {
    take: (row, squares, place) => {
      const rows: number[] = []
      const weights: number[] = []
      eachEdge(edges, row, squares, 0, (other, square) => {
        const weight = weightOf(square, sigma, exp)
        numbers[place] += weight
        if (weight > 0 && connected.connect(row, other)) pairs.push(row, other)
        if (other < row) return
        rows.push(other)
        weights.push(weight)
      })
      count += rows.length
      runs.push({ row, rows, weights: sigma === null ? null : weights })
    },
    flush: () => {
      const { address, length } = layOutRuns(arena, runs, sums.address)
      distances.addNeighbours(address, length)
      runs = []
    },
    part: () => ({ ...nothing, numbers, rows: Uint32Array.from(pairs), count, sums: sums.view.slice() }),
  }
}
