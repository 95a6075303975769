import type { BinnedColumn } from './binned-column.ts'
import { addRows } from './histogram.ts'
import type { NodeRows } from './histogram.ts'

/** Fewer rows are counted anew. */
const leastRows = 2048
/** The most nodes whose histograms are kept at a time. */
const mostKept = 64

/**
 * The histograms of all columns in a node, kept until its children have theirs: the smaller child is counted, the other is the rest.
 * Sums are exact, so the bits are those of counting.
 */
export class NodeHistograms {
  /** Where the cells of each column begin. */
  readonly offsets: Int32Array
  readonly #columns: readonly BinnedColumn[]
  readonly #width: number
  readonly #size: number
  readonly #free: Float64Array[] = []
  #used = 0

  constructor(columns: readonly BinnedColumn[], width: number) {
    this.#columns = columns
    this.#width = width
    this.offsets = new Int32Array(columns.length)
    let size = 0
    columns.forEach(({ levels }, i) => {
      this.offsets[i] = size
      size += (levels + 1) * width
    })
    this.#size = size
  }

  /** Counts the rows of a node; null where they are few, or enough is kept. */
  count(node: NodeRows): Float64Array | null {
    if (node.to - node.from < leastRows || this.#used === mostKept) return null
    const cells = this.#free.pop()?.fill(0) ?? new Float64Array(this.#size)
    this.#used++
    this.#columns.forEach(({ codes }, i) => addRows(cells, this.offsets[i], this.#width, codes, node))
    return cells
  }

  /** What both children have, given the cells of their parent, which become those of one of them. */
  divide(
    cells: Float64Array | null,
    left: NodeRows,
    right: NodeRows,
  ): readonly [left: Float64Array | null, right: Float64Array | null] {
    if (!cells) return [null, null]
    const isLeftSmaller = left.to - left.from <= right.to - right.from
    const [smaller, larger] = isLeftSmaller ? [left, right] : [right, left]
    if (larger.to - larger.from < leastRows) {
      this.release(cells)
      return [null, null]
    }
    const counted = new Float64Array(this.#size)
    this.#columns.forEach(({ codes }, i) => addRows(counted, this.offsets[i], this.#width, codes, smaller))
    for (let i = 0; i < cells.length; i++) cells[i] -= counted[i]
    const isKept = smaller.to - smaller.from >= leastRows && this.#used < mostKept
    if (isKept) this.#used++
    const ofSmaller = isKept ? counted : null
    return isLeftSmaller ? [ofSmaller, cells] : [cells, ofSmaller]
  }

  /** Gives the cells of a node back. */
  release(cells: Float64Array | null): void {
    if (!cells) return
    this.#used--
    this.#free.push(cells)
  }
}
