import { addToHeap, replaceGreatest } from '../neighbours/heap.ts'

/** Distances that differ by no more than this share are equal. */
const rounding = 1e-12

/** Finds the rows with the least distances. */
export class NearestRows {
  readonly #count: number
  readonly #weights: Float64Array | null
  readonly #heap: Float64Array
  readonly #order: Int32Array
  readonly #near: Int32Array

  /** Of so many rows the `count` nearest; a row with weight w counts as w rows. */
  constructor(rows: number, count: number, weights: Float64Array | null) {
    this.#count = count
    this.#weights = weights
    this.#heap = new Float64Array(Math.min(count, rows))
    this.#order = Int32Array.from({ length: weights ? rows : 0 }, (_, row) => row)
    this.#near = new Int32Array(rows)
  }

  /**
   * The places of the nearest, in order, and of those as near as the last of them, until the next call.
   * Distances begin at a place of a list.
   */
  of(distances: Float64Array, from: number): Int32Array {
    const near = this.#near
    const rows = this.#weights ? this.#order.length : this.#findNear(distances, from)
    const reach = this.#weights ? this.#weightedReach(distances, from, this.#weights) : this.#heap[0]
    const limit = reach * (1 + rounding)
    let count = 0
    for (let i = 0; i < rows; i++) {
      const row = this.#weights ? i : near[i]
      if (distances[from + row] <= limit) near[count++] = row
    }
    return near.subarray(0, count)
  }

  /**
   * Puts the rows that may be near into the list: those as near as the last of the nearest before them.
   * Returns how many.
   */
  #findNear(distances: Float64Array, from: number): number {
    const near = this.#near
    const heap = this.#heap
    const size = heap.length
    for (let row = 0; row < size; row++) {
      addToHeap(heap, row, distances[from + row])
      near[row] = row
    }
    let count = size
    let limit = heap[0] * (1 + rounding)
    const rows = near.length
    for (let row = size; row < rows; row++) {
      const distance = distances[from + row]
      if (distance > limit) continue
      near[count++] = row
      if (distance >= heap[0]) continue
      replaceGreatest(heap, size, distance)
      limit = heap[0] * (1 + rounding)
    }
    return count
  }

  #weightedReach(distances: Float64Array, from: number, weights: Float64Array): number {
    const order = this.#order
    order.sort((a, b) => distances[from + a] - distances[from + b])
    let [sum, last] = [0, 0]
    for (; last < order.length - 1; last++) {
      sum += weights[order[last]]
      if (sum >= this.#count) break
    }
    return distances[from + order[last]]
  }
}
