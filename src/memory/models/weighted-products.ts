import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { DesignMatrix } from './design.ts'

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
