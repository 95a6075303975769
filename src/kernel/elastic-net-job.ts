import type { Job } from './job.ts'
import { CombinedChanges, combined } from './combined-changes.ts'

/** Columns in blocks, each orthonormal in itself, and a target of variance 1: mean products over the rows of a training set. */
export interface PenalisedSet {
  /** The first coordinate of each block, and how many there are. */
  readonly starts: Uint32Array
  /** What the penalty of each block is multiplied with; infinite for a copy of another, and for a block without coordinates. */
  readonly factors: Float64Array
  /** The block that each is a copy of; itself where it is none. Copies share their weight evenly. */
  readonly original: Uint32Array
  /** How many equal blocks each original stands for, itself counted. */
  readonly copies: Float64Array
  /** Mean products of the coordinates, row by row, and with the target. */
  readonly products: Float64Array
  readonly withTarget: Float64Array
  /** The greatest duality gap; the variance of the target is 1. */
  readonly tolerance: number
  /** Held-out rows in the same coordinates; null where none are. */
  readonly heldOut: HeldOutProducts | null
}

/** Sums over held-out rows, about their own means. */
export interface HeldOutProducts {
  readonly n: number
  readonly products: Float64Array
  readonly withTarget: Float64Array
  readonly ofTarget: number
  /** Their means, from the means of the training rows. */
  readonly means: Float64Array
  readonly targetMean: number
}

export interface ElasticNetInput {
  readonly sets: readonly PenalisedSet[]
}

/** Consecutive penalties of one training set. */
export interface ElasticNetTask {
  readonly set: number
  /** λρ and λ(1−ρ) of each. */
  readonly absolute: Float64Array
  readonly square: Float64Array
  /** The weights to begin from. */
  readonly weights: Float64Array
}

export interface ElasticNetPart {
  /** For each penalty the weights. */
  readonly weights: Float64Array
  readonly gaps: Float64Array
  /** For each penalty the mean squared residual, and the mean squared error of the held-out rows. */
  readonly residuals: Float64Array
  readonly errors: Float64Array
}

/** The most passes over the columns for one penalty. */
const mostPasses = 20_000
/** The elastic net by coordinate descent, each penalty from the weights of the one before: Friedman, Hastie and Tibshirani (2010). */
export const elasticNetJob: Job<ElasticNetInput, ElasticNetTask, ElasticNetPart> = {
  name: 'elastic-net',
  open: (kernels, { sets }) => {
    const arena = kernels.arena()
    const { top } = arena
    return ({ set, absolute, square, weights: first }) => {
      arena.release(top)
      const given = sets[set]
      const { starts, factors, copies, withTarget, tolerance } = given
      const width = withTarget.length
      const steps = absolute.length
      const integers = arena.integers(starts.length)
      integers.view.set(starts)
      const [factorsAt, copiesAt, productsAt, targetAt, weights, left, space] = [
        arena.copyOf(factors),
        arena.copyOf(copies),
        arena.copyOf(given.products),
        arena.copyOf(withTarget),
        arena.copyOf(collapsed(given, first)),
        arena.numbers(width),
        arena.numbers(width),
      ]
      const fit = arena.record(
        width,
        starts.length - 1,
        integers.address,
        factorsAt.address,
        copiesAt.address,
        productsAt.address,
        targetAt.address,
        weights.address,
        left.address,
        space.address,
      )
      const part = {
        weights: new Float64Array(steps * width),
        gaps: new Float64Array(steps),
        residuals: new Float64Array(steps),
        errors: new Float64Array(given.heldOut ? steps : 0),
      }
      kernels.run.computeLeft(fit)
      const changes = new CombinedChanges(weights.view, left.view)
      for (let step = 0; step < steps; step++) {
        const penalty = { absolute: absolute[step], square: square[step] }
        const objective = () => dualState(given, penalty, weights.view, left.view)
        changes.begin()
        let passes = 0
        let state: DualState
        do {
          for (let pass = 0; pass < combined; pass++) {
            kernels.run.descend(fit, penalty.absolute, penalty.square)
            changes.add()
          }
          passes += combined
          changes.combine(() => objective().value)
          state = objective()
          if (state.gap > tolerance) continue
          // Without the rounding of steps and combinations.
          kernels.run.computeLeft(fit)
          state = objective()
        } while (state.gap > tolerance && passes < mostPasses)
        const ofAll = expanded(given, weights.view)
        part.weights.set(ofAll, step * width)
        part.gaps[step] = state.gap
        part.residuals[step] = state.residual
        if (given.heldOut) part.errors[step] = heldOutError(given.heldOut, ofAll)
      }
      return part
    }
  },
}

/** The weights of originals that stand for their copies. */
function collapsed({ starts, original, copies }: PenalisedSet, weights: Float64Array): Float64Array {
  const collapsed = weights.slice()
  original.forEach((of, block) => {
    for (let i = starts[block]; i < starts[block + 1]; i++) collapsed[i] *= of === block ? copies[block] : 0
  })
  return collapsed
}

/** The weights of originals shared evenly with their copies. */
function expanded({ starts, original, copies, products }: PenalisedSet, weights: Float64Array): Float64Array {
  const width = weights.length
  const shared = new Float64Array(width)
  original.forEach((of, block) => {
    for (let i = starts[block]; i < starts[block + 1]; i++) {
      if (of === block) shared[i] = weights[i] / copies[block]
      else
        for (let j = starts[of]; j < starts[of + 1]; j++)
          shared[i] += (products[i * width + j] * weights[j]) / copies[of]
    }
  })
  return shared
}

interface DualState {
  /** The objective. */
  readonly value: number
  /** The mean squared residual. */
  readonly residual: number
  /** By how much the objective is at most above its optimum. */
  readonly gap: number
}

/** The duality gap of weights: that of the lasso on rows to which √λ₂ of each coordinate is added (Zou and Hastie 2005). */
function dualState(
  { starts, factors, copies, withTarget }: PenalisedSet,
  { absolute, square }: { readonly absolute: number; readonly square: number },
  weights: Float64Array,
  left: Float64Array,
): DualState {
  let explained = 0
  let unexplained = 0
  let squares = 0
  let penalty = 0
  let dualNorm = 0
  for (let block = 0; block < factors.length; block++) {
    if (factors[block] === Infinity) continue
    let own = 0
    let slope = 0
    const ownSquare = square / copies[block]
    for (let i = starts[block]; i < starts[block + 1]; i++) {
      explained += withTarget[i] * weights[i]
      unexplained += left[i] * weights[i]
      own += weights[i] * weights[i]
      const one = left[i] - ownSquare * weights[i]
      slope += one * one
    }
    squares += own / copies[block]
    penalty += factors[block] * Math.sqrt(own)
    dualNorm = Math.max(dualNorm, Math.sqrt(slope) / factors[block])
  }
  const residual = Math.max(0, 1 - explained - unexplained)
  const primal = residual / 2 + absolute * penalty + (square / 2) * squares
  const scale = dualNorm > absolute ? absolute / dualNorm : 1
  const dual = scale * (1 - explained) - ((scale * scale) / 2) * (residual + square * squares)
  return { value: primal, residual, gap: Math.max(0, primal - dual) }
}

function heldOutError(
  { n, products, withTarget, ofTarget, means, targetMean }: HeldOutProducts,
  weights: Float64Array,
): number {
  const width = weights.length
  const used = new Int32Array(width)
  let count = 0
  for (let i = 0; i < width; i++) if (weights[i] !== 0) used[count++] = i
  let shift = targetMean
  let squares = ofTarget
  for (let a = 0; a < count; a++) {
    const i = used[a]
    const row = i * width
    let product = weights[i] * products[row + i] - 2 * withTarget[i]
    for (let b = 0; b < a; b++) product += 2 * weights[used[b]] * products[row + used[b]]
    shift -= weights[i] * means[i]
    squares += weights[i] * product
  }
  return Math.max(0, squares) / n + shift * shift
}
