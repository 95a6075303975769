import type { KnnOptions } from '#core'
import { addToHeap, replaceGreatest } from '../neighbours/heap.ts'
import { RowDistances } from '../neighbours/row-space.ts'
import type { RowSpace } from '../neighbours/row-space.ts'
import type { TrainingRows } from '../threads/model-rows.ts'
import type { Model } from './model.ts'
import { scaled, scaleOf } from './scaled-column.ts'

/** Distances in memory at a time. */
const mostDistances = 1 << 20

/**
 * Nearest neighbours: the mean of the numbers that they have, or the share of each class among them. The
 * square of a distance is the sum of the squared differences of numbers at standard deviation 1, and of 1 for
 * each pair of levels that differ. Rows as far away as the last neighbour are neighbours too; a row with
 * weight w is w rows.
 */
export const knn: Model<KnnOptions> = {
  fit: (training, { neighbours }, kernels) => ({
    predict: (rows) => {
      const { target, rows: known } = training
      const lists = 'codes' in target ? target.classes : 1
      const predicted = new Float64Array(rows.length * lists)
      const weights = training.weights && Float64Array.from(known, (row) => training.weights![row])
      const nearest = new NearestRows(known.length, neighbours, weights)
      const arena = kernels.arena()
      const distances = new RowDistances(kernels, arena, spaceOf(training, rows))
      const { stride } = distances
      const each = Math.max(1, Math.floor(mostDistances / stride))
      const some = arena.numbers(Math.min(each, rows.length) * stride)
      for (let from = 0; from < rows.length; from += each) {
        const count = Math.min(each, rows.length - from)
        distances.write(
          some,
          Uint32Array.from({ length: count }, (_, i) => known.length + from + i),
          0,
        )
        for (let i = 0; i < count; i++) {
          const near = nearest.of(some.view, i * stride)
          const to = (from + i) * lists
          let all = 0
          for (const place of near) {
            const weight = weights ? weights[place] : 1
            all += weight
            if ('codes' in target) predicted[to + target.codes[known[place]]] += weight
            else predicted[to] += weight * target.values[known[place]]
          }
          for (let list = to; list < to + lists; list++) predicted[list] /= all
        }
      }
      return predicted
    },
  }),
  cost: (rows, places) => rows * rows * (places / 8 + 1),
}

/** The training rows, and after them those to predict. */
function spaceOf({ columns, rows: known, weights }: TrainingRows, rows: Int32Array): RowSpace {
  const all = known.length + rows.length
  const rowAt = (place: number) => (place < known.length ? known[place] : rows[place - known.length])
  // Without columns all rows are equally near.
  const none = { values: new Float64Array(all), isLevels: false, known: all, expected: null }
  const inSpace = columns.map((column) => {
    const values = new Float64Array(all)
    if ('codes' in column) for (let i = 0; i < all; i++) values[i] = column.codes[rowAt(i)]
    else {
      const scale = scaleOf(column, known, weights)
      for (let i = 0; i < all; i++) values[i] = scaled(column.values[rowAt(i)], scale)
    }
    return { values, isLevels: 'codes' in column, known: all, expected: null }
  })
  return {
    rows: all,
    columns:
      columns.length === 0 ? [none] : inSpace.toSorted((a, b) => Number(a.isLevels) - Number(b.isLevels)),
    classStarts: Uint32Array.of(0, all),
    distances: 'squared',
    differences: 'squared',
    sizes: 0,
  }
}

/** Distances that differ by no more than this share are equal. */
const rounding = 1e-12

/** Finds the rows with the least distances. */
class NearestRows {
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
