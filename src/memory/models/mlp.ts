import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { MlpOptions } from '#core'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import { concatenate } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { TrainingRows } from '../threads/model-rows.ts'
import { DesignMatrix } from './design.ts'
import { descend } from './minimisation.ts'
import type { Model } from './model.ts'
import { scaled, scaleOf } from './scaled-column.ts'
import type { ColumnScale } from './scaled-column.ts'
import { WeightedProducts, weightedSums } from './weighted-sums.ts'

/** Slopes below this share of a row end the descent. */
const tolerance = 1e-5
const mostSteps = 200

/**
 * A multilayer perceptron with one hidden layer of tanh units: the weights minimise Σ_i loss + ½·ridge·Σ w²,
 * the loss −log p(y|x) of classes or half the squared error of numbers at standard deviation 1; numbers at
 * standard deviation 1, an indicator for each level, the intercepts free. A local minimum, from first weights
 * uniform within ±√(6/(inputs + outputs)) of their layer: Glorot and Bengio (2010).
 */
export const mlp: Model<MlpOptions> = {
  isProbabilistic: true,
  fit: (training, { hidden, ridge, seed }, kernels) => {
    const arena = kernels.arena()
    const design = new DesignMatrix(kernels, arena, training)
    const network = new Network(design, hidden, arena, kernels)
    const layers = network.layers
    const penalty = penaltyOf(layers, ridge / design.total)
    const { point: weights, residual } = descend(
      (point) => withPenalty(network.lossAt(point), point, penalty),
      firstWeights(layers, seed),
      tolerance,
      mostSteps,
    )
    // What the steps left; below the tolerance nothing was to be done.
    return {
      predict: (rows) => network.predict(weights, rows),
      residual: residual > tolerance ? residual : 0,
    }
  },
  cost: (rows, places, classes) => 3 * mostSteps * rows * 16 * (places + classes + 10),
}

/** For each weight what its square is multiplied with: intercepts are free. */
function penaltyOf(layers: readonly NetworkLayer[], ridge: number): Float64Array {
  return concatenate(
    layers.map(({ units, inputs }) =>
      Float64Array.from({ length: units * (inputs + 1) }, (_, i) => (i % (inputs + 1) === 0 ? 0 : ridge)),
    ),
  )
}

function firstWeights(layers: readonly NetworkLayer[], seed: number): Float64Array {
  const random = xoroshiro128plus(seed)
  return concatenate(
    layers.map(({ units, inputs }) => {
      const most = Math.sqrt(6 / (inputs + units))
      return Float64Array.from({ length: units * (inputs + 1) }, (_, i) =>
        i % (inputs + 1) === 0 ? 0 : most * (2 * uniformFloat64(random) - 1),
      )
    }),
  )
}

function withPenalty(
  { value, slopes }: ReturnType<Network['lossAt']>,
  point: Float64Array,
  penalty: Float64Array,
): ReturnType<Network['lossAt']> {
  return {
    value: penalty.reduce((sum, ridge, i) => sum + (ridge / 2) * point[i] * point[i], value),
    slopes: slopes.map((slope, i) => slope + penalty[i] * point[i]),
  }
}

/** Numbers of 134 × 8 bytes that `fillPowers` fills. */
const powers = 134

/** Units, each with an intercept and a weight for each input. */
interface NetworkLayer {
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
