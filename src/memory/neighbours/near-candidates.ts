import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { slackOf } from './graph.ts'
import type { GraphSpace } from './graph.ts'
import { kthSmallest } from './heap.ts'

/** Rows are packed by eights. */
const eight = 8
/**
 * Columns and numbers that are packed together: some rows of a block stay in the cache, and it fits into
 * memory.
 */
const most = { columns: 1024, packed: 1 << 25 }
/** Eights whose products are made together. */
const together = 8
/** Where products of single precision neither overflow nor vanish. */
const squares = { least: 1e-20, most: 1e30 }
/**
 * Half a unit in the last place of a number of single precision near 1, and more than what is lost near 0.
 */
const rounding = { relative: 1 / 16_777_216, absolute: 1e-32 }

/** The rows that are near a row, and their squared distances. */
interface NearList {
  readonly rows: readonly number[]
  readonly squares: readonly number[]
  /** How far the row reaches: to its k-th nearest, and those tied with it. */
  readonly reach: number
}

/**
 * Nearest rows by products of single precision, which bound each distance from both sides; only rows that may
 * be near are measured in double precision. So the result is exact.
 */
export class NearCandidates {
  readonly #kernels: Kernels
  readonly #given: GraphSpace
  readonly #points: Float64Array
  readonly #eights: number
  /** Columns of a block. */
  readonly #width: number
  readonly #packed: ArenaBlock<Float32Array>
  /** A number about the middle of each column: lengths are short about it. */
  readonly #means: Float64Array
  /** Squared lengths of the rows about the means, and the lengths. */
  readonly #norms: Float64Array
  readonly #lengths: Float64Array
  readonly #longest: number
  #loaded = -1

  /** Null where single precision does not do, or the rows are not laid out for it. */
  static open(kernels: Kernels, arena: Arena, given: GraphSpace): NearCandidates | null {
    const { points } = given
    if (!points) return null
    const opened = new NearCandidates(kernels, arena, given, points)
    const longest = opened.#longest * opened.#longest
    return longest > squares.least && longest < squares.most ? opened : null
  }

  private constructor(kernels: Kernels, arena: Arena, given: GraphSpace, points: Float64Array) {
    this.#points = points
    const { rows, columns } = given.space
    this.#kernels = kernels
    this.#given = given
    this.#eights = Math.ceil(rows / eight)
    this.#width = Math.min(columns.length, most.columns, Math.max(1, Math.floor(most.packed / this.stride)))
    this.#packed = arena.singles(this.#width * this.#eights * eight)
    this.#norms = new Float64Array(rows)
    this.#means = Float64Array.from(columns, ({ values }) => roughMean(values))
    columns.forEach(({ values }, c) => {
      const mean = this.#means[c]
      for (let row = 0; row < rows; row++) {
        this.#norms[row] += (values[row] - mean) * (values[row] - mean)
      }
    })
    this.#lengths = this.#norms.map(Math.sqrt)
    this.#longest = this.#lengths.reduce((longest, length) => Math.max(longest, length), 0)
  }

  /** The numbers between the products of one row and those of the next. */
  get stride(): number {
    return this.#eights * eight
  }

  /** Writes the products of the rows of some eights with all rows. */
  multiply(to: ArenaBlock<Float32Array>, first: number, end: number): void {
    const { columns } = this.#given.space
    to.view.fill(0, 0, (end - first) * eight * this.stride)
    for (let from = 0; from < columns.length; from += this.#width) {
      const width = Math.min(this.#width, columns.length - from)
      this.#pack(from, width)
      const bytes = this.stride * 4
      for (let own = first; own < end; own += together) {
        const last = Math.min(end, own + together)
        const at = to.address + (own - first) * eight * bytes
        this.#kernels.run.addProducts(this.#packed.address, width, own, last, this.#eights, at, bytes)
      }
    }
  }

  /** The k nearest rows of a row, with all tied at the k-th distance; k is the length of `heap`. */
  nearest(row: number, products: Float32Array, heap: Float64Array, bounds: Float64Array): NearList {
    const { rows, columns } = this.#given.space
    const error = 2 * (columns.length + 4) * rounding.relative * this.#lengths[row]
    const floor = columns.length * rounding.absolute
    const own = this.#norms[row]
    const norms = this.#norms
    const lengths = this.#lengths
    for (let other = 0; other < rows; other++) {
      bounds[other] = own + norms[other] - 2 * products[other] + error * lengths[other]
    }
    const upper = kthSmallest(bounds, row, heap)
    // The squared lengths and their sums are rounded too, in double precision.
    const reached = upper + floor + slackOf(upper, this.#given) + (own + upper) * columns.length * 1e-15
    const candidates: number[] = []
    const farthest = reached + 2 * error * this.#longest
    for (let other = 0; other < rows; other++) {
      if (bounds[other] > farthest || other === row) continue
      if (bounds[other] - 2 * error * lengths[other] <= reached) candidates.push(other)
    }
    const measured = this.#measure(row, candidates)
    const kth = measured.toSorted()[heap.length - 1]
    const reach = kth + slackOf(kth, this.#given)
    const near = [...candidates.keys()].filter((i) => measured[i] <= reach)
    return { rows: near.map((i) => candidates[i]), squares: near.map((i) => measured[i]), reach }
  }

  /** Squared distances, summed as in assembly/row-distances.ts. */
  #measure(row: number, others: readonly number[]): Float64Array {
    const points = this.#points
    const width = this.#given.space.columns.length
    const own = row * width
    return Float64Array.from(others, (other) => {
      const at = other * width
      let sum = 0
      let c = 0
      for (; c + 4 <= width; c += 4) {
        const a = points[at + c] - points[own + c]
        const b = points[at + c + 1] - points[own + c + 1]
        const d = points[at + c + 2] - points[own + c + 2]
        const e = points[at + c + 3] - points[own + c + 3]
        sum += a * a + b * b + (d * d + e * e)
      }
      for (; c < width; c++) {
        const difference = points[at + c] - points[own + c]
        sum += difference * difference
      }
      return sum
    })
  }

  #pack(from: number, width: number): void {
    if (this.#loaded === from) return
    const { rows, columns } = this.#given.space
    const { view } = this.#packed
    for (let c = 0; c < width; c++) {
      const { values } = columns[from + c]
      const mean = this.#means[from + c]
      for (let row = 0, at = c * eight; row < rows; at += width * eight) {
        const end = Math.min(rows, row + eight)
        for (let i = at; row < end; i++) view[i] = values[row++] - mean
      }
    }
    this.#loaded = from
  }
}

/** The mean of some of the numbers. */
function roughMean(values: Float64Array): number {
  let sum = 0
  let count = 0
  for (let row = 0; row < values.length; row += 16, count++) sum += values[row]
  return sum / count
}
