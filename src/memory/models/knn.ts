import type { KnnOptions } from '#core'
import { RowDistances } from '../neighbours/row-space.ts'
import type { RowSpace } from '../neighbours/row-space.ts'
import type { TrainingRows } from '../threads/model-rows.ts'
import type { Model } from './model.ts'
import { NearestRows } from './nearest-rows.ts'
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
