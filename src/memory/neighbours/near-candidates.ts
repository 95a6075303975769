import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { slackOf } from './graph.ts'
import type { GraphSpace } from './graph.ts'
import { replaceGreatest } from './heap.ts'

/** Rows are packed by eights. */
const eight = 8
/**
 * Columns and numbers that are packed together: some rows of a block stay in the cache, and it fits into
 * memory.
 */
const most = { columns: 1024, packed: 1 << 26 }
/** Eights whose products are made together. */
const together = 4
/** The greatest number of 16 bits, and the greatest length of whose products none reaches 2³¹ when rounded. */
const whole = { value: 32_767, length: 46_300 }
/** Squared lengths that neither overflow nor vanish; those of which sums may have lost all digits. */
const squares = { vanishing: 1e-300, least: 1e-250, most: 1e300 }

/** The rows that are near a row, and their squared distances. */
interface NearList {
  readonly rows: readonly number[]
  readonly squares: Float64Array
  /** How far the row reaches: to its k-th nearest, and those tied with it. */
  readonly reach: number
}

/**
 * Nearest rows by products of whole numbers, which bound each distance from both sides; only rows that may be
 * near are measured in double precision. So the result is exact.
 */
export class NearCandidates {
  readonly #kernels: Kernels
  readonly #given: GraphSpace
  readonly #points: Float64Array
  readonly #eights: number
  /** Columns of a block, an even number. */
  readonly #width: number
  readonly #packed: ArenaBlock<Int16Array>
  /** A number about the middle of each column: lengths are short about it. */
  readonly #means: Float64Array
  /** Squared lengths of the rows about the means, and the lengths. */
  readonly #norms: ArenaBlock<Float64Array>
  readonly #lengths: ArenaBlock<Float64Array>
  readonly #longest: number
  /** The step of each row: its values are about whole multiples of it. */
  readonly #steps: ArenaBlock<Float64Array>
  /** Products of two rows are off by less than this part of the product of their lengths. */
  readonly #error: number
  #loaded = -1

  /** Null where lengths overflow or vanish, or the rows are not laid out for it. */
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
    const fitting = Math.floor(most.packed / this.stride / 2) * 2
    this.#width = Math.min(columns.length + (columns.length % 2), most.columns, Math.max(2, fitting))
    this.#packed = arena.halves(this.#width * this.#eights * eight)
    this.#means = Float64Array.from(columns, ({ values }) => roughMean(values))
    const { norms, steps } = this.#measureRows()
    const lengths = norms.map(Math.sqrt)
    // Rows that fill the last eight are never near.
    this.#norms = arena.copyOf(norms.fill(Infinity, rows))
    this.#lengths = arena.copyOf(lengths)
    this.#steps = arena.copyOf(steps)
    this.#longest = lengths.reduce((longest, length) => Math.max(longest, length), 0)
    // Each value is off by half a step.
    const half = (Math.sqrt(columns.length) / 2) * (1 + 1e-9)
    const ofRow = steps.reduce(
      (error, step, row) => (step > 0 ? Math.max(error, (half * step) / lengths[row]) : error),
      0,
    )
    this.#error = ofRow * (2 + ofRow)
  }

  /** The numbers between the products of one row and those of the next. */
  get stride(): number {
    return this.#eights * eight
  }

  /** Writes the products of the rows of some eights with all rows. */
  multiply(to: ArenaBlock<Float64Array>, first: number, end: number): void {
    const { columns } = this.#given.space
    to.view.fill(0, 0, (end - first) * eight * this.stride)
    for (let from = 0; from < columns.length; from += this.#width) {
      const width = Math.min(this.#width, columns.length - from)
      this.#pack(from, width)
      const bytes = this.stride * 8
      const pairs = Math.ceil(width / 2)
      for (let own = first; own < end; own += together) {
        const last = Math.min(end, own + together)
        const at = to.address + (own - first) * eight * bytes
        this.#kernels.run.addProducts(this.#packed.address, pairs, own, last, this.#eights, at, bytes)
      }
    }
  }

  /**
   * The k nearest rows of a row, with all tied at the k-th distance, by its products, which start at a place of
   * a block; k is the length of `heap`.
   */
  nearest(row: number, products: ArenaBlock<Float64Array>, start: number, heap: Float64Array): NearList {
    const { rows, columns } = this.#given.space
    const [norms, lengths, steps] = [this.#norms.view, this.#lengths.view, this.#steps.view]
    const blocks = [
      products.address + start * 8,
      this.#norms.address,
      this.#lengths.address,
      this.#steps.address,
    ] as const
    const { view } = products
    const own = norms[row]
    const step = 2 * steps[row]
    const error = 2 * this.#error * lengths[row]
    const bounds: number[] = []
    const found: number[] = []
    let reached = Infinity
    heap.fill(Infinity)
    const next = (from: number) =>
      this.#kernels.run.nextNear(...blocks, from, rows, step, error, reached - own)
    for (let other = next(0); other < rows; other = next(other + 1)) {
      if (other === row) continue
      const square = own + norms[other] - view[start + other] * steps[other] * step
      const off = error * lengths[other]
      found.push(other)
      bounds.push(square - off)
      if (square + off >= heap[0]) continue
      replaceGreatest(heap, heap.length, square + off)
      const upper = heap[0]
      if (upper === Infinity) continue
      // The squared lengths and their sums are rounded too, and vanish where they are very small.
      reached =
        upper + slackOf(upper, this.#given) + (own + upper) * columns.length * 1e-15 + squares.vanishing
    }
    const candidates = found.filter((_, i) => bounds[i] <= reached)
    const measured = this.#measure(row, candidates)
    const kth = measured.toSorted()[heap.length - 1]
    const reach = kth + slackOf(kth, this.#given)
    const rowsWithin = candidates.filter((_, i) => measured[i] <= reach)
    return { rows: rowsWithin, squares: measured.filter((square) => square <= reach), reach }
  }

  /** The squared lengths of all rows about the means, and their steps, 0 at the means. */
  #measureRows(): { readonly norms: Float64Array; readonly steps: Float64Array } {
    const { rows, columns } = this.#given.space
    const norms = new Float64Array(this.stride)
    const steps = new Float64Array(this.stride)
    const greatest = new Float64Array(rows)
    for (let from = 0; from < columns.length; from += this.#width) {
      const before = norms.slice()
      const end = Math.min(columns.length, from + this.#width)
      for (let c = from; c < end; c++) {
        const { values } = columns[c]
        const mean = this.#means[c]
        for (let row = 0; row < rows; row++) {
          const value = values[row] - mean
          norms[row] += value * value
          const size = Math.abs(value)
          if (size > greatest[row]) greatest[row] = size
        }
      }
      for (let row = 0; row < rows; row++) {
        const length = Math.sqrt(norms[row] - before[row])
        steps[row] = Math.max(steps[row], length / whole.length, greatest[row] / whole.value)
      }
    }
    // Where all squares vanished the row is at the means.
    for (let row = 0; row < rows; row++) if (norms[row] < squares.vanishing) steps[row] = 0
    return { norms, steps }
  }

  /** Squared distances, summed as in assembly/row-distances.ts. */
  #measure(row: number, others: readonly number[]): Float64Array {
    const points = this.#points
    const width = this.#given.space.columns.length
    const own = row * width
    const measured = new Float64Array(others.length)
    for (let i = 0; i < others.length; i++) {
      const at = others[i] * width
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
      measured[i] = sum
    }
    return measured
  }

  #pack(from: number, width: number): void {
    if (this.#loaded === from) return
    const { rows, columns } = this.#given.space
    const { view } = this.#packed
    const inverses = this.#steps.view.map((step) => (step > 0 ? 1 / step : 0))
    const pairs = Math.ceil(width / 2)
    // The last column of an odd number is paired with zeros.
    if (width % 2 === 1) view.fill(0)
    for (let c = 0; c < width; c++) {
      const { values } = columns[from + c]
      const mean = this.#means[from + c]
      for (let row = 0, at = (c >> 1) * 2 * eight + (c & 1); row < rows; at += pairs * 2 * eight) {
        const end = Math.min(rows, row + eight)
        for (let i = at; row < end; i += 2, row++) {
          view[i] = Math.floor((values[row] - mean) * inverses[row] + 0.5)
        }
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
