import pow from '@stdlib/math-base-special-pow'
import { checkMatrix, checkNumbers, checkObject, checkWhole } from './given.ts'

/** Rows of numbers with their target. */
export interface LassoRows {
  readonly rows: readonly (readonly number[])[]
  readonly target: readonly number[]
}

/** A linear model. */
interface LinearModel {
  readonly intercept: number
  readonly weights: readonly number[]
}

const penalties = 100
const folds = 5
/** The descent ends at a duality gap below this share of ‖y‖², … */
const tolerance = 1e-4
/** … or after this many rounds. */
const mostRounds = 1000

/**
 * The mean squared error on `test` of scikit-learn's `LassoCV(cv=5, eps=0.01)` fitted to `train`: columns are
 * centred, not standardised; the penalty, one of 100 down to a hundredth of the greatest, has the least mean
 * error over five folds of consecutive rows; and coordinate descent ends where scikit-learn's ends, so that
 * its digits come out. `lasso` of criba standardises, and goes on to the optimum.
 */
export function lassoError(train: LassoRows, test: LassoRows): number {
  checkRows('train', train)
  checkRows('test', test)
  const { correlations } = momentsOf(train)
  const { length: rows } = train.target
  const greatest = correlations.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / rows
  const path = Array.from({ length: penalties }, (_, i) => greatest * pow(0.01, i / (penalties - 1)))
  const errors = path.map(() => 0)
  for (let fold = 0; fold < folds; fold++) {
    const [from, to] = foldOf(fold, rows)
    const held = part(train, (row) => row >= from && row < to)
    const models = fitPath(
      part(train, (row) => row < from || row >= to),
      path,
    )
    models.forEach((model, i) => (errors[i] += errorOf(model, held) / folds))
  }
  const best = errors.indexOf(errors.reduce((least, error) => Math.min(least, error), Infinity))
  return errorOf(fitPath(train, [path[best]])[0], test)
}

function checkRows(name: string, given: LassoRows): void {
  checkObject(name, given)
  checkMatrix(`rows of ${name}`, given.rows)
  checkNumbers(`target of ${name}`, given.target)
  checkWhole(`number of rows of ${name}`, given.rows.length, 1)
}

/** The first and the last row but one of a fold: the first `rows` % `folds` have one row more. */
function foldOf(fold: number, rows: number): readonly [from: number, to: number] {
  const size = Math.floor(rows / folds)
  const extra = rows % folds
  const from = fold * size + Math.min(fold, extra)
  return [from, from + size + (fold < extra ? 1 : 0)]
}

function part({ rows, target }: LassoRows, isIn: (row: number) => boolean): LassoRows {
  return { rows: rows.filter((_, row) => isIn(row)), target: target.filter((_, row) => isIn(row)) }
}

/** Means of the columns and the target, and sums of products of what they differ by from these. */
function momentsOf({ rows, target }: LassoRows) {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const means = rows[0].map((_, column) => meanOf(rows.map((row) => row[column])))
  const mean = meanOf(target)
  const centred = rows.map((row) => row.map((value, column) => value - means[column]))
  const residuals = target.map((value) => value - mean)
  const sumOf = (term: (row: number) => number) => residuals.reduce((sum, _, row) => sum + term(row), 0)
  return {
    means,
    mean,
    products: means.map((_, i) => means.map((__, j) => sumOf((row) => centred[row][i] * centred[row][j]))),
    correlations: means.map((_, i) => sumOf((row) => centred[row][i] * residuals[row])),
    square: sumOf((row) => residuals[row] * residuals[row]),
  }
}

type Moments = ReturnType<typeof momentsOf>

/** Fits each penalty in turn, from the weights of the one before. */
function fitPath(train: LassoRows, path: readonly number[]): LinearModel[] {
  const moments = momentsOf(train)
  const weights = moments.means.map(() => 0)
  return path.map((penalty) => {
    descend(moments, penalty * train.target.length, weights)
    const shift = weights.reduce((sum, weight, i) => sum + weight * moments.means[i], 0)
    return { intercept: moments.mean - shift, weights: [...weights] }
  })
}

/** Cyclic coordinate descent for ½‖y − Xw‖² + penalty·‖w‖₁. */
function descend({ products, correlations, square }: Moments, penalty: number, weights: number[]): void {
  const fitted = products.map((row) => row.reduce((sum, product, j) => sum + product * weights[j], 0))
  for (let round = 1; round <= mostRounds; round++) {
    let largest = 0
    let change = 0
    weights.forEach((before, i) => {
      const own = products[i][i]
      if (own === 0) return
      const slope = correlations[i] - fitted[i] + before * own
      const after = (Math.sign(slope) * Math.max(Math.abs(slope) - penalty, 0)) / own
      weights[i] = after
      if (after !== before) products[i].forEach((product, j) => (fitted[j] += (after - before) * product))
      largest = Math.max(largest, Math.abs(after))
      change = Math.max(change, Math.abs(after - before))
    })
    if (largest > 0 && change / largest >= tolerance && round < mostRounds) continue
    if (gapOf({ correlations, square }, penalty, weights, fitted) < tolerance * square) return
  }
}

/** The duality gap of weights, of which `fitted` are the products with the columns. */
function gapOf(
  { correlations, square }: Pick<Moments, 'correlations' | 'square'>,
  penalty: number,
  weights: readonly number[],
  fitted: readonly number[],
): number {
  const dot = (values: readonly number[]) => values.reduce((sum, value, i) => sum + value * weights[i], 0)
  const explained = dot(correlations)
  const residual = square + dot(fitted) - 2 * explained
  const steepest = correlations.reduce((most, value, i) => Math.max(most, Math.abs(value - fitted[i])), 0)
  const scale = steepest > penalty ? penalty / steepest : 1
  const norm = weights.reduce((sum, weight) => sum + Math.abs(weight), 0)
  return 0.5 * residual * (1 + scale * scale) + penalty * norm - scale * (square - explained)
}

function errorOf({ intercept, weights }: LinearModel, { rows, target }: LassoRows): number {
  const squares = rows.map((row, i) => {
    const error = row.reduce((sum, value, column) => sum + value * weights[column], intercept) - target[i]
    return error * error
  })
  return squares.reduce((sum, square) => sum + square, 0) / squares.length
}
