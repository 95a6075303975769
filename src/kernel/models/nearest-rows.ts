import { addToHeap, replaceGreatest } from '../heap.ts'

/** Distances that differ by no more than this share are equal. */
const rounding = 1e-12

/** Finds the rows with the least distances. */
export class NearestRows {
  readonly #count: number
  readonly #weights: Float64Array | null
  readonly #heap: Float64Array
  readonly #order: Int32Array

  /** Of so many rows the `count` nearest; a row with weight w counts as w rows. */
  constructor(rows: number, count: number, weights: Float64Array | null) {
    this.#count = count
    this.#weights = weights
    this.#heap = new Float64Array(Math.min(count, rows))
    this.#order = Int32Array.from({ length: weights ? rows : 0 }, (_, row) => row)
  }

  /** The places of the nearest, in order, and of those as near as the last of them. */
  of(distances: Float64Array): readonly number[] {
    const reach =
      (this.#weights ? this.#weightedReach(distances, this.#weights) : this.#reach(distances)) *
      (1 + rounding)
    const near: number[] = []
    for (let row = 0; row < distances.length; row++) if (distances[row] <= reach) near.push(row)
    return near
  }

  #reach(distances: Float64Array): number {
    const heap = this.#heap
    const size = heap.length
    for (let row = 0; row < size; row++) addToHeap(heap, row, distances[row])
    for (let row = size; row < distances.length; row++) {
      if (distances[row] < heap[0]) replaceGreatest(heap, size, distances[row])
    }
    return heap[0]
  }

  #weightedReach(distances: Float64Array, weights: Float64Array): number {
    const order = this.#order
    order.sort((a, b) => distances[a] - distances[b])
    let [sum, last] = [0, 0]
    for (; last < order.length - 1; last++) {
      sum += weights[order[last]]
      if (sum >= this.#count) break
    }
    return distances[order[last]]
  }
}
