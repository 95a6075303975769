import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { TrainingRows } from '../threads/model-rows.ts'
import type { DesignMatrix } from './design.ts'
import { scaled, scaleOf } from './scaled-column.ts'
import type { ColumnScale } from './scaled-column.ts'
import { WeightedProducts } from './weighted-products.ts'
import { weightedSums } from './weighted-sums.ts'

/** Numbers of 134 × 8 bytes that `fillPowers` fills. */
const powers = 134

/** Units, each with an intercept and a weight for each input. */
export interface NetworkLayer {
  readonly units: number
  readonly inputs: number
}

/**
 * A network with one hidden layer of tanh units. Its weights: for each unit the intercept and one for each
 * place, then for each output the intercept and one for each unit.
 */
export class Network {
  readonly layers: readonly NetworkLayer[]
  readonly #run: Kernels['run']
  readonly #arena: Arena
  readonly #design: DesignMatrix
  readonly #target: TrainingRows['target']
  readonly #scale: ColumnScale | null
  readonly #hidden: number
  readonly #outputs: number
  readonly #products: WeightedProducts
  readonly #units: ArenaBlock<Float64Array>
  readonly #slopes: ArenaBlock<Float64Array>
  readonly #table: ArenaBlock<Float64Array>

  constructor(design: DesignMatrix, hidden: number, arena: Arena, { run }: Kernels) {
    const { target, rows, weights } = design.training
    this.#run = run
    this.#arena = arena
    this.#design = design
    this.#target = target
    this.#scale = 'codes' in target ? null : scaleOf({ ...target, missing: null }, rows, weights)
    this.#hidden = hidden
    this.#outputs = 'codes' in target ? target.classes : 1
    this.#products = new WeightedProducts(design, hidden, arena)
    const padded = design.stride / 8
    this.#units = arena.numbers(hidden * padded)
    this.#slopes = arena.numbers(hidden * padded)
    this.#table = arena.numbers(powers)
    run.fillPowers(this.#table.address)
    this.layers = [
      { units: hidden, inputs: design.width },
      { units: this.#outputs, inputs: hidden },
    ]
  }

  /** The mean loss of the training rows, and its slopes. */
  lossAt(weights: Float64Array): { readonly value: number; readonly slopes: Float64Array } {
    const [hidden, outputs] = [this.#hidden, this.#outputs]
    const { width, stride, total, training } = this.#design
    const padded = stride / 8
    const first = hidden * (width + 1)
    const ofOutputs = weights.subarray(first)
    const slopesOfOutputs = new Float64Array(ofOutputs.length)
    const sums = new Float64Array(outputs)
    let loss = 0
    const ofUnits = this.#products.over(weights.subarray(0, first), this.#units, (block, count) => {
      this.#run.squash(this.#units.address, (hidden * padded) / 2, this.#table.address)
      const [units, slopes] = [this.#units.view, this.#slopes.view]
      slopes.fill(0)
      const from = this.#design.open(block).from
      for (let i = 0; i < count; i++) {
        const row = training.rows[from + i]
        const weight = training.weights ? training.weights[row] : 1
        this.#writeOutputs(units, i, padded, ofOutputs, sums)
        // Turns the outputs into slopes.
        loss += weight * this.#turn(sums, row)
        for (let out = 0; out < outputs; out++) {
          const slope = weight * sums[out]
          const at = out * (hidden + 1)
          slopesOfOutputs[at] += slope
          for (let unit = 0; unit < hidden; unit++) {
            const value = units[unit * padded + i]
            slopesOfOutputs[at + 1 + unit] += slope * value
            slopes[unit * padded + i] += slope * ofOutputs[at + 1 + unit] * (1 - value * value)
          }
        }
      }
      return this.#slopes
    })
    const slopes = new Float64Array(weights.length)
    slopes.set(ofUnits)
    slopesOfOutputs.forEach((slope, i) => (slopes[first + i] = slope / total))
    return { value: loss / total, slopes }
  }

  /** The outputs for rows of the table: scores of classes, or numbers. */
  predict(weights: Float64Array, rows: Int32Array): Float64Array {
    const [hidden, outputs] = [this.#hidden, this.#outputs]
    const first = hidden * (this.#design.width + 1)
    const sums = weightedSums(this.#design, weights.subarray(0, first), hidden, rows)
    const { top } = this.#arena
    const pairs = Math.ceil(sums.length / 2)
    const units = this.#arena.numbers(2 * pairs)
    units.view.set(sums)
    this.#run.squash(units.address, pairs, this.#table.address)
    const predicted = new Float64Array(rows.length * outputs)
    rows.forEach((_, i) => {
      const own = units.view.subarray(i * hidden, (i + 1) * hidden)
      const to = predicted.subarray(i * outputs, (i + 1) * outputs)
      this.#writeOutputs(own, 0, 1, weights.subarray(first), to)
    })
    this.#arena.release(top)
    return this.#scale ? predicted.map((output) => unscaled(output, this.#scale!)) : predicted
  }

  #writeOutputs(
    units: Float64Array,
    row: number,
    stride: number,
    weights: Float64Array,
    to: Float64Array,
  ): void {
    for (let out = 0, at = 0; out < to.length; out++) {
      let sum = weights[at++]
      for (let unit = 0; unit < this.#hidden; unit++) sum += weights[at++] * units[unit * stride + row]
      to[out] = sum
    }
  }

  /** The loss of the outputs for a row, which it replaces by the slopes of the loss. */
  #turn(outputs: Float64Array, row: number): number {
    const target = this.#target
    if ('values' in target) {
      const error = outputs[0] - scaled(target.values[row], this.#scale!)
      outputs[0] = error
      return (error * error) / 2
    }
    const own = target.codes[row]
    let most = outputs[0]
    for (let out = 1; out < outputs.length; out++) most = Math.max(most, outputs[out])
    const ofOwn = outputs[own] - most
    let all = 0
    for (let out = 0; out < outputs.length; out++) all += outputs[out] = exp(outputs[out] - most)
    for (let out = 0; out < outputs.length; out++) outputs[out] /= all
    outputs[own] -= 1
    return ln(all) - ofOwn
  }
}

/** The value that is so many standard deviations above the mean. */
function unscaled(distance: number, { shift, unit, mean, factor }: ColumnScale): number {
  return factor === 0 ? shift : (distance / factor + mean) / unit + shift
}
