import type { Arena, ArenaBlock } from '../arena.ts'
import type { Kernels } from '../kernels.ts'
import type { DesignMatrix } from './design.ts'
import type { TrainingRows } from './model.ts'
import type { Objective } from './newton.ts'

/** A loss of weights, as a mean over the rows: its lists of weights, each the intercept and one for each place, one after the other. */
export type Loss = Pick<Objective, 'slopesAt' | 'curve'>

/** Numbers of 134 × 8 bytes that `fillPowers` fills. */
const powers = 134

/** What both losses compute with. */
class Products {
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

  /** Runs over the blocks: `rows` turns the products of a block with each list of weights into values, of which it has the sums over rows for each place. */
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

/** −log p(y|x) of two classes, by the weights of log p(1)/p(0). */
export function lossOfTwo(
  design: DesignMatrix,
  { target }: TrainingRows,
  arena: Arena,
  { run }: Kernels,
): Loss {
  const products = new Products(design, 1, arena)
  const padded = design.stride / 8
  const table = arena.numbers(powers)
  run.fillPowers(table.address)
  const [z, slopes] = [arena.numbers(padded), arena.numbers(padded)]
  const { codes } = target as { readonly codes: Uint8Array }
  const ofBlocks = Array.from({ length: design.blocks }, (_, block) => {
    const signs = arena.numbers(padded)
    design.fillRows(block, signs, (row) => (codes[row] === 1 ? 1 : -1))
    return { signs, curvatures: arena.numbers(padded) }
  })
  return {
    slopesAt: (weights) =>
      products.over(weights, z, (block, rows) => {
        const { signs, curvatures } = ofBlocks[block]
        const of = design.weightsOf(block)
        run.logisticSlopes(
          z.address,
          signs.address,
          of,
          rows,
          table.address,
          slopes.address,
          curvatures.address,
        )
        return slopes
      }),
    curve: (direction) =>
      products.over(direction, z, (block, rows) => {
        run.multiplyRows(z.address, ofBlocks[block].curvatures.address, rows, z.address)
        return z
      }),
  }
}

/** −log p(y|x) of more classes, by a list of weights for each: p(c) = exp(z_c)/Σ exp(z). */
export function lossOfMany(
  design: DesignMatrix,
  { target, rows: trained }: TrainingRows,
  arena: Arena,
  { run }: Kernels,
): Loss {
  const { codes: ofRows, classes } = target as { readonly codes: Uint8Array; readonly classes: number }
  const products = new Products(design, classes, arena)
  const { stride } = design
  const padded = stride / 8
  const table = arena.numbers(powers)
  run.fillPowers(table.address)
  const slopes = arena.numbers(classes * padded)
  const ofBlocks = Array.from({ length: design.blocks }, (_, block) => {
    const codes = arena.integers(padded)
    const { from, rows } = design.open(block)
    for (let i = 0; i < rows; i++) codes.view[i] = ofRows[trained[from + i]]
    return { codes, shares: arena.numbers(classes * padded) }
  })
  // The products of a block are replaced by its shares, which stay until the next point.
  const z = arena.numbers(classes * padded)
  return {
    slopesAt: (weights) =>
      products.over(weights, z, (block, rows) => {
        const { codes, shares } = ofBlocks[block]
        const of = design.weightsOf(block)
        run.softmaxSlopes(z.address, stride, classes, codes.address, of, rows, table.address, slopes.address)
        shares.view.set(z.view)
        return slopes
      }),
    curve: (direction) =>
      products.over(direction, z, (block, rows) => {
        const { shares } = ofBlocks[block]
        run.softmaxChanges(shares.address, z.address, stride, classes, design.weightsOf(block), rows)
        return z
      }),
  }
}
