import { thresholdBetween } from './binned-columns.ts'
import type { BinnedColumn } from './binned-columns.ts'
import type { NodeRows } from './histogram.ts'
import type { Split } from './split.ts'
import type { Tree } from './tree.ts'
import type { WholeTarget } from './whole-target.ts'

/** Collects the nodes of a tree while it grows. */
export class TreeBuilder {
  readonly #columns: readonly BinnedColumn[]
  readonly #target: WholeTarget
  readonly #width: number
  readonly #column: number[] = []
  readonly #threshold: number[] = []
  readonly #missingLeft: number[] = []
  readonly #start: number[] = []
  readonly #left: number[] = []
  readonly #weight: number[] = []
  readonly #gain: number[] = []
  readonly #sides: number[] = []
  readonly #values: number[] = []

  constructor(columns: readonly BinnedColumn[], target: WholeTarget) {
    this.#columns = columns
    this.#target = target
    this.#width = Math.max(1, target.classes)
  }

  /** A new leaf, yet without rows. */
  addNode(): number {
    this.#threshold.push(0)
    this.#missingLeft.push(0)
    this.#start.push(-1)
    this.#left.push(-1)
    this.#weight.push(0)
    this.#gain.push(0)
    for (let one = 0; one < this.#width; one++) this.#values.push(0)
    return this.#column.push(-1) - 1
  }

  /**
   * Sets what a node predicts: the share of each class, or the mean. `sums` are those of its rows, of two
   * classes as of 0 and 1.
   */
  setRows(node: number, { places, weights, targets, from, to }: NodeRows, sums: Float64Array): void {
    const { classes, values, rests, whole, middle, power } = this.#target
    const [weight] = sums
    this.#weight[node] = weight
    if (classes === 2 && sums.length === 2) {
      this.#values[2 * node] = (weight - sums[1]) / weight
      this.#values[2 * node + 1] = sums[1] / weight
      return
    }
    if (classes > 0) {
      const first = node * classes
      for (let i = from; i < to; i++) this.#values[first + values[places[i]]] += weights[i]
      for (let one = 0; one < classes; one++) this.#values[first + one] /= weight
      return
    }
    let [sum, rest] = [0, 0]
    for (let i = from; i < to; i++) {
      sum += targets[i]
      rest += weights[i] * rests![places[i]]
    }
    this.#values[node] = middle + power * ((sum + rest / whole) / weight / whole)
  }

  /**
   * Divides a node, and returns its left child. Levels and missing values that the node does not have go
   * where most rows go.
   */
  addSplit(node: number, split: Split, gain: number): number {
    const { levels, bins } = this.#columns[split.column]
    const isLeftGreater = 2 * split.weight >= this.#weight[node]
    this.#column[node] = split.column
    this.#gain[node] = gain
    if (bins) {
      this.#threshold[node] = split.next < 0 ? Infinity : thresholdBetween(bins, split.last, split.next)
      this.#missingLeft[node] = Number(split.hasMissing ? split.isMissingLeft : isLeftGreater)
    } else {
      const start = (this.#start[node] = this.#sides.length)
      for (let level = 0; level <= levels; level++) this.#sides.push(Number(isLeftGreater))
      for (let i = 0; i < split.count; i++) this.#sides[start + split.bins[i]] = Number(i < split.leftCount)
    }
    const left = this.addNode()
    this.addNode()
    this.#left[node] = left
    return left
  }

  finish(): Tree {
    return {
      column: new Int32Array(this.#column),
      threshold: new Float64Array(this.#threshold),
      missingLeft: new Uint8Array(this.#missingLeft),
      start: new Int32Array(this.#start),
      sides: new Uint8Array(this.#sides),
      left: new Int32Array(this.#left),
      weight: new Float64Array(this.#weight),
      gain: new Float64Array(this.#gain),
      values: new Float64Array(this.#values),
      width: this.#width,
    }
  }
}
