import type { CoxOptions } from '#core'
import { followUpOf, PartialLikelihood } from '#methods'
import type { FollowUp } from '#methods'
import type { Arena } from '../threads/arena.ts'
import type { TrainingRows } from '../threads/model-rows.ts'
import { DesignMatrix } from './design.ts'
import { minimise } from './minimisation.ts'
import type { Model } from './model.ts'
import { ridgePreconditioner, withRidge } from './ridge.ts'
import type { Loss } from './ridge.ts'
import { importancesOf, weightedSums } from './weighted-sums.ts'

/** Slopes below this share of a row are 0. */
const tolerance = 1e-14

/**
 * A Cox model with a ridge: the weights minimise −ln of the partial likelihood + ½·ridge·Σ w², numbers at
 * standard deviation 1, an indicator for each level. It predicts the logarithm of the hazard, but for a
 * constant. The place of an intercept stays 0.
 */
export const cox: Model<CoxOptions> = {
  countsRows: ({ ties }) => ties === 'efron',
  fit: (training, { ridge, ties }, kernels) => {
    const arena = kernels.arena()
    const design = new DesignMatrix(kernels, arena, training)
    const followUp = followUpOfTraining(training)
    const share = ridge / design.total
    const { point: weights, residual } = minimise(
      {
        size: design.width + 1,
        ...withRidge(
          lossOf(design, followUp, new PartialLikelihood(followUp, ties), arena),
          share,
          design.width + 1,
        ),
        precondition: ridgePreconditioner(design, arena, {
          lists: 1,
          curvature: eventsOf(followUp) / design.total,
          ridge: share,
        }),
      },
      tolerance,
    )
    return {
      residual,
      predict: (rows) => weightedSums(design, weights, 1, rows),
      importances: () => importancesOf(design, training, weights, 1),
    }
  },
  cost: (rows, places) => 60 * rows * (2 * places + 40),
}

/** The training rows by falling time. */
function followUpOfTraining({ target, rows, weights }: TrainingRows): FollowUp {
  if (!('isEvent' in target)) throw new RangeError('cox needs events')
  const take = (values: ArrayLike<number>) => Float64Array.from(rows, (row) => values[row])
  return followUpOf(
    take(target.values),
    { status: take(target.isEvent), event: 1 },
    weights ? take(weights) : new Float64Array(rows.length).fill(1),
  )
}

function eventsOf({ weights, isEvent }: FollowUp): number {
  return weights.reduce((sum, weight, i) => sum + weight * isEvent[i], 0)
}

/** Minus the logarithm of the partial likelihood as a mean over rows, by the weights of a matrix. */
function lossOf(design: DesignMatrix, followUp: FollowUp, likelihood: PartialLikelihood, arena: Arena): Loss {
  const { blocks, stride, total, width } = design
  const { rows: order } = followUp
  const values = arena.numbers(stride / 8)
  const [given, sums] = [arena.numbers(width + 1), arena.numbers(width + 1)]
  /** The products of the matrix with weights, by falling time. */
  const multiply = (weights: Float64Array): Float64Array => {
    given.view.set(weights)
    const products = new Float64Array(design.rows)
    for (let block = 0; block < blocks; block++) {
      const opened = design.open(block)
      values.view.fill(0)
      design.addTo(opened, given.address + 8, values.address)
      products.set(values.view.subarray(0, opened.rows), opened.from)
    }
    return Float64Array.from(order, (row) => products[row])
  }
  /** Back: for each place the sum of what rows have there times their values, over all rows. */
  const project = (ofPlaces: Float64Array): Float64Array => {
    const ofRows = new Float64Array(design.rows)
    order.forEach((row, place) => (ofRows[row] = ofPlaces[place]))
    sums.view.fill(0)
    for (let block = 0; block < blocks; block++) {
      const opened = design.open(block)
      values.view.fill(0)
      values.view.set(ofRows.subarray(opened.from, opened.from + opened.rows))
      design.project(opened, values.address, sums.address + 8)
    }
    return sums.view.map((sum) => sum / total)
  }
  return {
    slopesAt: (weights) => project(likelihood.slopesAt(multiply(weights))),
    curve: (direction) => project(likelihood.curve(multiply(direction))),
  }
}
