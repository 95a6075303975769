import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { TrainingRows } from '../threads/model-rows.ts'
import type { DesignMatrix } from './design.ts'
import { scaled } from './scaled-column.ts'

/**
 * For each row of the table the sum of what it has in the places of a matrix, times their weights: for
 * `count` lists of weights, each with its first number, the intercept, before those of the places. Row by
 * row. A level without a place adds nothing.
 */
export function weightedSums(
  { training, starts, scales, width }: DesignMatrix,
  weights: Float64Array,
  count: number,
  rows: Int32Array,
): Float64Array {
  const sums = new Float64Array(rows.length * count)
  for (let one = 0; one < count; one++) {
    const own = weights.subarray(one * (width + 1), (one + 1) * (width + 1))
    for (let i = 0; i < rows.length; i++) sums[i * count + one] = own[0]
    training.columns.forEach((column, place) => {
      const start = 1 + starts[place]
      if ('codes' in column) {
        for (let i = 0; i < rows.length; i++) {
          const code = column.codes[rows[i]]
          if (code < column.levels) sums[i * count + one] += own[start + code]
        }
        return
      }
      const scale = scales[place]!
      const weight = own[start]
      if (weight === 0) return
      for (let i = 0; i < rows.length; i++) {
        sums[i * count + one] += weight * scaled(column.values[rows[i]], scale)
      }
    })
  }
  return sums
}

/**
 * The products of the rows of a matrix with lists of weights, each the intercept and one weight for each
 * place, and back.
 */
export class WeightedProducts {
  readonly lists: number
  readonly each: number
  readonly #design: DesignMatrix
  readonly #weights: ArenaBlock<Float64Array>
  readonly #sums: ArenaBlock<Float64Array>

  constructor(design: DesignMatrix, lists: number, arena: Arena) {
    this.#design = design
    this.lists = lists
    this.each = design.width + 1
    this.#weights = arena.numbers(lists * this.each)
    this.#sums = arena.numbers(lists * this.each)
  }

  /**
   * Runs over the blocks: `rows` turns the products of a block with each list of weights into values, of
   * which it has the sums over rows for each place.
   */
  over(
    weights: Float64Array,
    values: ArenaBlock<Float64Array>,
    rows: (block: number, count: number) => ArenaBlock<Float64Array>,
  ): Float64Array {
    const { blocks, stride, total } = this.#design
    const padded = stride / 8
    this.#weights.view.set(weights)
    this.#sums.view.fill(0)
    for (let block = 0; block < blocks; block++) {
      const opened = this.#design.open(block)
      for (let list = 0; list < this.lists; list++) {
        const first = list * this.each
        values.view.fill(weights[first], list * padded, (list + 1) * padded)
        this.#design.addTo(opened, this.#weights.address + 8 * (first + 1), values.address + list * stride)
      }
      const of = rows(block, opened.rows)
      for (let list = 0; list < this.lists; list++) {
        const first = list * this.each
        const own = of.view.subarray(list * padded, list * padded + opened.rows)
        let sum = 0
        for (let row = 0; row < own.length; row++) sum += own[row]
        this.#sums.view[first] += sum
        this.#design.project(opened, of.address + list * stride, this.#sums.address + 8 * (first + 1))
      }
    }
    return this.#sums.view.map((sum) => sum / total)
  }
}

/**
 * How much each column matters in sums of weighted places: the standard deviation over the training rows of
 * what it adds, √Σ of the squares over lists of weights. For a number it is √Σ w², because numbers have
 * standard deviation 1.
 */
export function importancesOf(
  { starts, total }: Pick<DesignMatrix, 'starts' | 'total'>,
  { columns, rows, weights: ofRows }: TrainingRows,
  weights: Float64Array,
  lists: number,
): Float64Array {
  const each = weights.length / lists
  return Float64Array.from(columns, (column, i) => {
    let sum = 0
    const shares = 'codes' in column ? new Float64Array(column.levels) : null
    if (shares && 'codes' in column) {
      for (let row = 0; row < rows.length; row++) {
        shares[column.codes[rows[row]]] += (ofRows ? ofRows[rows[row]] : 1) / total
      }
    }
    for (let list = 0; list < lists; list++) {
      const start = list * each + 1 + starts[i]
      if (!shares) sum += weights[start] * weights[start]
      else sum += variance(weights.subarray(start, start + shares.length), shares)
    }
    return Math.sqrt(sum)
  })
}

/** The variance of values by their shares; exactly 0 where one value has all. */
function variance(values: Float64Array, shares: Float64Array): number {
  const shift = values[shares.findIndex((share) => share > 0)]
  const mean = values.reduce((sum, value, i) => sum + (value - shift) * shares[i], 0)
  return values.reduce((sum, value, i) => {
    const distance = value - shift - mean
    return sum + shares[i] * distance * distance
  }, 0)
}
