import type { Arena } from './arena.ts'
import { GrowingLists } from './graph-edges.ts'
import { nothing } from './graph-parts.ts'
import type { GraphInput, GraphPart, GraphTask } from './graph-parts.ts'
import type { Kernels } from './kernels.ts'
import { NearCandidates } from './near-candidates.ts'

/** Rows whose products are held at a time. */
const held = 256

/**
 * Lists the k nearest rows of the rows of a task, which follow one another from a multiple of eight on, with all tied at the k-th
 * distance, by products; null where these do not do.
 */
export function nearestByProducts(
  kernels: Kernels,
  arena: Arena,
  input: GraphInput,
  k: number,
): ((task: GraphTask) => GraphPart) | null {
  const candidates = NearCandidates.open(kernels, arena, input)
  if (!candidates) return null
  const { space } = input
  const { stride } = candidates
  const block = arena.singles(held * stride)
  const heap = new Float64Array(k)
  const bounds = new Float64Array(space.rows)
  return (task) => {
    const lists = new GrowingLists(task.most)
    const numbers = new Float64Array(task.rows.length)
    for (let from = 0; from < task.rows.length; from += held) {
      const some = task.rows.subarray(from, from + held)
      candidates.multiply(block, some[0] / 8, Math.ceil((some[0] + some.length) / 8))
      some.forEach((row, i) => {
        const products = block.view.subarray(i * stride, (i + 1) * stride)
        const { rows, squares, reach } = candidates.nearest(row, products, heap, bounds)
        rows.forEach((other, place) => lists.add(other, squares[place]))
        lists.close()
        numbers[from + i] = reach
      })
    }
    return { ...nothing, lists: lists.lists(), numbers }
  }
}
