import type { CoxOptions } from '#core'
import { followUpOf, PartialLikelihood } from '#methods'
import type { FollowUp } from '#methods'
import type { TrainingRows } from '../threads/model-rows.ts'
import { DesignMatrix } from './design.ts'
import { minimise } from './minimisation.ts'
import type { Model } from './model.ts'
import { ridgePreconditioner, withRidge } from './ridge.ts'
import type { Loss } from './ridge.ts'
import { productsOf, rowSpaceOf } from './row-space.ts'
import type { Products } from './row-space.ts'
import { importancesOf, weightedSums } from './weighted-sums.ts'

/** Slopes below this share of a row are 0. */
const tolerance = 1e-14
/** Products of more rows with one another take longer than steps over all columns. */
const mostWide = 2000

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
    const { total, rows, width } = design
    const share = ridge / total
    const curvature = eventsOf(followUp) / total
    const likelihood = new PartialLikelihood(followUp, ties)
    const products = productsOf(design, arena)
    const isWide = width > rows && rows <= mostWide
    const space = isWide ? rowSpaceOf(design, products) : null
    const { width: size } = space ?? products
    const loss = lossOf(space ?? products, followUp, likelihood, total)
    const { point, residual } = minimise(
      {
        size,
        // All coordinates of rows are penalised.
        ...withRidge(loss, share, size, space ? 0 : 1),
        precondition:
          space?.precondition(curvature / total, share) ??
          (space
            ? (slopes) => slopes.slice()
            : ridgePreconditioner(design, arena, { lists: 1, curvature, ridge: share })),
      },
      tolerance,
    )
    const weights = space ? space.weightsOf(point) : point
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

/** Minus the logarithm of the partial likelihood as a mean over rows. */
function lossOf(
  { multiply, project }: Products,
  { rows: order }: FollowUp,
  likelihood: PartialLikelihood,
  total: number,
): Loss {
  const sumsOf = (weights: Float64Array) => {
    const products = multiply(weights)
    return Float64Array.from(order, (row) => products[row])
  }
  const slopesOf = (ofPlaces: Float64Array) => {
    const ofRows = new Float64Array(order.length)
    order.forEach((row, place) => (ofRows[row] = ofPlaces[place] / total))
    return project(ofRows)
  }
  return {
    slopesAt: (weights) => slopesOf(likelihood.slopesAt(sumsOf(weights))),
    curve: (direction) => slopesOf(likelihood.curve(sumsOf(direction))),
  }
}
