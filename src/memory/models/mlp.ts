import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { MlpOptions } from '#core'
import { concatenate } from '../threads/job.ts'
import { DesignMatrix } from './design.ts'
import type { Model } from './model.ts'
import { Network } from './network.ts'
import type { NetworkLayer } from './network.ts'
import { descend } from './quasi-newton.ts'

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
