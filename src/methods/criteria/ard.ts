import { CribaError, firstFew, weightText } from '#core'
import type { Counts, DirectRequest, MomentsOfFamily, Variable, Warning } from '#core'
import { gramOf, gramRequests, indicatorsOf, layOut } from '../learners/gram.ts'
import { completeIn, whyTooManyLevels } from '../learners/learner.ts'
import { cholesky, invertTriangle, solveCholesky } from '../measures/cholesky.ts'
import {
  firstOfSameSpan,
  orthonormalBlocks,
  productsOf,
  productsWithPlace,
} from '../measures/orthonormal-blocks.ts'
import { defineRank } from '../shapes/criterion.ts'
import type { RankStep } from '../shapes/criterion.ts'
import { outOfRange } from './families/tests.ts'

/** With more numbers and levels each round takes seconds. */
const mostPlaces = 1024

/**
 * Rewards columns whose weights a linear model with a prior for each column lets vary: automatic relevance
 * determination.
 *
 * Weights θ_j are normal with mean 0 and variance 1/λ_j. J = 1/λ_j, in shares of the target's variance, at
 * the fixed point of λ_j = (γ_j + 2a)/(‖μ_j‖² + 2b), γ_j = p_j − λ_j·tr Σ_jj, with noise of precision (n −
 * Σγ_j + 2a)/(‖y − Xμ‖² + 2b), a = b = 1e-6, all from 1 on; μ and Σ are mean and covariances of θ given the
 * data. A column whose λ_j exceeds 1e4 leaves for good: J = 0; `select` takes those that stay. Columns and
 * target have mean 0 and standard deviation 1, so units do not matter. The levels of a categorical column
 * enter together, as p_j orthonormal columns of one λ_j, one less than its levels. Copies share a weight
 * evenly, and tie; constants have 0. It ends where no precision changes by more than 1e-9 of itself; else a
 * warning says by how much. The likelihood may have several maxima: it is the one reached from λ = 1. `lasso`
 * has one λ for all columns. Tipping (2001); MacKay (1992).
 *
 * @example rank(table, { target: 'price', by: [ard()] })
 */
export const ard = defineRank({
  id: 'ard',
  title: 'Automatic relevance determination',
  features: { numeric: 'values', categorical: 'levels' },
  target: 'values',
  joint: true,
  cut: 'chosen',
  better: 'higher',
  units: 'prior variance of the weight',
  options: {},
  formula: '1/λ_j, λ_j = (γ_j + 2a)/(‖μ_j‖² + 2b), γ_j = p_j − λ_j·tr Σ_jj',
  reference: 'Tipping 2001; MacKay 1992',
  needs: (step): readonly DirectRequest[] => {
    const { target, view } = step
    const features = takenBy(step)
    const layout = layOut(target!, features)
    if (layout.width > mostPlaces + 1) {
      throw new CribaError(
        'too-large',
        `too many columns for ard: ${layout.width - 1}, levels counted (at most ${mostPlaces}; drop some, or use a prefilter)`,
      )
    }
    return gramRequests(layout, completeIn(view, [...features, target!]))
  },
  fold: (answers, step) => {
    const { features, target, names } = step
    const layout = layOut(target!, takenBy(step))
    const moments = gramOf(layout, answers as readonly (MomentsOfFamily | readonly Counts[])[])
    const { n, comoment } = moments
    if (n < 2) {
      throw new CribaError(
        'unsuitable',
        `too few rows for ard: ${n} complete in the target and ${firstFew(names, 5)} (needs 2 or more)`,
      )
    }
    const isReadable = layout.canSquare(null, moments)
    const why = features.map((feature) => {
      const tooMany = whyTooManyLevels(feature)
      if (tooMany || !isReadable) return tooMany ?? outOfRange('the target').why
      return layout.canSquare(feature, moments) ? undefined : outOfRange('the column').why
    })
    const places = features.map((feature, i) => (why[i] ? [] : indicatorsOf(layout, [feature]).places))
    const blocks = orthonormalBlocks(moments, places)
    const width = blocks.coordinates.length
    const products = productsOf(blocks, moments, n, new Float64Array(width * width))
    const variance = isReadable ? comoment[0] / n : 0
    const deviation = Math.sqrt(variance) || 1
    const { variances, change } = determineRelevance(
      {
        starts: blocks.starts,
        products,
        withTarget: productsWithPlace(blocks, moments, n, 0).map((product) => product / deviation),
        ofTarget: variance > 0 ? 1 : 0,
        rows: n,
        firstOfSpan: firstOfSameSpan(blocks, products),
      },
      tolerance,
    )
    return {
      score: variances.map((one, i) => (why[i] ? NaN : one)),
      n: new Float64Array(features.length).fill(n),
      chosen: Uint8Array.from(variances, (one) => Number(one > 0)),
      why,
      warnings: [...gapWarnings(step, n), ...changeWarnings(change)],
    }
  },
})

const tolerance = 1e-9

function takenBy({ features }: Pick<RankStep, 'features'>): readonly Variable[] {
  return features.filter((feature) => !whyTooManyLevels(feature))
}

function changeWarnings(change: number): readonly Warning[] {
  if (change <= tolerance) return []
  const message = `ard did not converge: a precision still changes by ${change.toPrecision(2)} of itself in a round`
  return [{ code: 'not-converged', message }]
}

function gapWarnings({ gaps }: Pick<RankStep, 'gaps'>, n: number): readonly Warning[] {
  if (!gaps) return []
  const message = `ard uses only the rows complete in all columns: ${weightText(n)} (--missing median fills them, --missing level makes a level of them)`
  return [{ code: 'missing-values', message }]
}

/** Blocks of orthonormal columns, and what automatic relevance determination reads of them. */
interface RelevanceProblem {
  /** The first coordinate of each block, and how many there are. */
  readonly starts: Uint32Array
  /** Mean products of coordinates with one another, row by row, and with the target. */
  readonly products: Float64Array
  readonly withTarget: Float64Array
  /** The mean square of the target. */
  readonly ofTarget: number
  /** The total weight of the rows. */
  readonly rows: number
  /** For each block the first that spans the same: itself where none before it does. */
  readonly firstOfSpan: Uint32Array
}

interface Relevance {
  /** For each block the prior variance 1/λ of its weights; 0 where it has left. */
  readonly variances: Float64Array
  /** By how much a λ, or the noise precision, changed last, as a share of itself. */
  readonly change: number
}

/** Of the gamma priors of all precisions. */
const shape = 1e-6
const rate = 1e-6
/** A block of a greater precision leaves for good. */
const greatest = 1e4
const mostIterations = 5000

/**
 * The fixed point of λ_j = (γ_j + 2a)/(‖μ_j‖² + 2b) and β = (n − Σγ_j + 2a)/(‖y − Xμ‖² + 2b), with Σ = (diag
 * λ + βXᵀX)⁻¹, μ = βΣXᵀy and γ_j = p_j − λ_j·tr Σ_jj, for blocks j of p_j orthonormal columns, all from λ = β
 * = 1 on. Of c blocks that span the same each has a c-th of γ and μ. It ends where nothing changes by more
 * than `tolerance` of itself, or after 5,000 rounds.
 */
function determineRelevance(problem: RelevanceProblem, tolerance: number): Relevance {
  const { starts, withTarget, ofTarget, rows, firstOfSpan } = problem
  const blocks = firstOfSpan.length
  const copies = new Float64Array(blocks)
  for (const first of firstOfSpan) copies[first]++
  let kept = [...firstOfSpan.keys()].filter((i) => firstOfSpan[i] === i && starts[i + 1] > starts[i])
  const lambda = new Float64Array(blocks).fill(1)
  let noise = 1
  let change = Infinity
  for (let round = 0; round < mostIterations && change > tolerance && kept.length > 0; round++) {
    change = 0
    const own = kept.flatMap((block) => coordinatesOf(block, starts).map((at) => ({ at, block })))
    const roots = Float64Array.from(own, ({ block }) => Math.sqrt(copies[block] / lambda[block]))
    const places = Uint32Array.from(own, ({ at }) => at)
    const { weights, rest } = posterior(problem, places, roots, noise)
    const move = (before: number, after: number) => {
      change = Math.max(change, Math.abs(after / before - 1))
      return after
    }
    let determined = 0
    let at = 0
    for (const block of kept) {
      let gamma = 0
      let squares = 0
      for (const end = at + starts[block + 1] - starts[block]; at < end; at++) {
        gamma += 1 - rest[at]
        squares += weights[at] * weights[at]
      }
      determined += gamma
      const share = copies[block]
      const next = (gamma / share + 2 * shape) / (squares / share / share + 2 * rate)
      lambda[block] = move(lambda[block], next)
    }
    const squares = residualSquares(problem, places, weights)
    // Where a row counts once, fewer are determined than there are rows.
    if (determined >= rows) throw tooLight(rows)
    noise = move(noise, (rows - determined + 2 * shape) / (squares + 2 * rate))
    const staying = kept.filter((block) => lambda[block] <= greatest)
    if (staying.length < kept.length) change = Infinity
    kept = staying
  }
  const stays = new Set(kept)
  const variances = Float64Array.from(firstOfSpan, (first) => (stays.has(first) ? 1 / lambda[first] : 0))
  return { variances, change: kept.length === 0 ? 0 : change }

  /** n times the mean square of what the weights leave of the target. */
  function residualSquares({ products }: RelevanceProblem, places: Uint32Array, weights: Float64Array) {
    const width = withTarget.length
    let squares = ofTarget
    for (let i = 0; i < places.length; i++) {
      let left = -2 * withTarget[places[i]]
      for (let j = 0; j < places.length; j++) left += weights[j] * products[places[i] * width + places[j]]
      squares += weights[i] * left
    }
    return rows * Math.max(0, squares)
  }
}

function tooLight(rows: number): CribaError {
  return new CribaError(
    'unsuitable',
    `unsuitable weights for ard: they sum to ${weightText(rows)}, which leaves no rows beside the weights of the model that they determine (scale the weights up)`,
  )
}

function coordinatesOf(block: number, starts: Uint32Array): readonly number[] {
  return Array.from({ length: starts[block + 1] - starts[block] }, (_, i) => starts[block] + i)
}

/**
 * The mean of the weights, and λ times each variance: the diagonal of B⁻¹, with B = I + βn·R·P·R, R the prior
 * standard deviations and P the mean products. No eigenvalue of B is below 1, so copies do no harm.
 */
function posterior(
  { products, withTarget, rows }: RelevanceProblem,
  places: Uint32Array,
  roots: Float64Array,
  noise: number,
): { readonly weights: Float64Array; readonly rest: Float64Array } {
  const width = withTarget.length
  const count = places.length
  const scaled = roots.map((root) => root * Math.sqrt(noise * rows))
  const matrix = new Float64Array(count * count)
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++)
      matrix[i * count + j] = scaled[i] * scaled[j] * products[places[i] * width + places[j]]
    matrix[i * count + i] += 1
  }
  // A pivot is 1 or more, but for rounding.
  const factor = cholesky(matrix, count, 0.5) ?? cholesky(raised(matrix, count), count)!
  const right = Float64Array.from(places, (place, i) => scaled[i] * withTarget[place])
  const weights = solveCholesky(factor, right).map((one, i) => one * scaled[i])
  const rest = new Float64Array(count)
  for (const row of invertTriangle(factor)) row.forEach((one, i) => (rest[i] += one * one))
  return { weights, rest }
}

/** By this share of the trace the diagonal is raised where rounding has eaten the identity. */
const rounding = 1e-13

function raised(matrix: Float64Array, count: number): Float64Array {
  let trace = 0
  for (let i = 0; i < count; i++) trace += matrix[i * count + i]
  return matrix.map((one, at) => (at % (count + 1) === 0 ? one + rounding * trace : one))
}
