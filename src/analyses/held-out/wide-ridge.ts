import { countLevels } from '#core'
import type { Rows, Run, Source, Variable, View } from '#core'
import { canSquare, cholesky, solveCholesky } from '#methods'
import type { Trial } from '#methods'

/** The most products of two rows in one column that are summed up, over all trials. */
const mostProducts = 1.6e10

/** A ridge regression on all columns, of more columns than can be squared. */
export interface WideRidge {
  /** For each trial the mean squared error on the rows held out. */
  readonly squares: Float64Array
  /** The variables whose values are too large to square: they are left out. */
  readonly unusable: ReadonlySet<Variable>
}

interface WideProblem {
  readonly features: readonly Variable[]
  readonly target: Variable
  readonly parts: readonly View[]
  readonly trials: readonly Trial[]
  readonly ridge: number
}

/**
 * The ridge regression of `linear` on all columns by its dual form: with more columns than rows the weights
 * are sums over the rows, so products of rows are enough. Null where rows are so many that these take too
 * long.
 */
export async function wideRidge(
  source: Source,
  { features, target, parts, trials, ridge }: WideProblem,
  run: Run,
): Promise<WideRidge | null> {
  if (source.rows * source.rows * features.length * trials.length > mostProducts) return null
  const columns = [target, ...features]
  const found = await source.answer(
    parts.map((view) => ({ kind: 'rows', columns, view }) as const),
    run,
  )
  const unusable = new Set(features.filter((_, i) => !isSquarable(found, i + 1)))
  const squares = Float64Array.from(trials, ({ train, test }) => {
    run.signal?.throwIfAborted()
    return heldOutError(train.map((part) => found[part]).reduce(together), found[test], features, {
      ridge,
      unusable,
    })
  })
  return { squares, unusable }
}

function isSquarable(parts: readonly Rows[], place: number): boolean {
  let [min, max] = [Infinity, -Infinity]
  for (const { columns } of parts)
    for (const value of columns[place]) {
      if (value < min) min = value
      if (value > max) max = value
    }
  return min > max || canSquare(min, max)
}

function together(a: Rows, b: Rows): Rows {
  const join = (x: Float64Array, y: Float64Array) => {
    const joined = new Float64Array(x.length + y.length)
    joined.set(x)
    joined.set(y, x.length)
    return joined
  }
  return {
    columns: a.columns.map((column, i) => join(column, b.columns[i])),
    weights: join(a.weights, b.weights),
  }
}

/**
 * The mean squared error of b + Σ_i α_i·z_i·z on the rows held out: (K + ridge·I)·α = y − ȳ over the rows to
 * learn from, K the products of their columns, centred, and of numbers in units of their standard deviation;
 * a row counts by the root of its weight.
 */
function heldOutError(
  train: Rows,
  test: Rows,
  features: readonly Variable[],
  { ridge, unusable }: { readonly ridge: number; readonly unusable: ReadonlySet<Variable> },
): number {
  const [n, held] = [train.weights.length, test.weights.length]
  const roots = train.weights.map(Math.sqrt)
  const all = train.weights.reduce((sum, weight) => sum + weight, 0)
  const meanOf = (values: Float64Array) =>
    values.reduce((sum, value, row) => sum + train.weights[row] * value, 0) / all
  const kernel = new Float64Array(n * n)
  const beside = new Float64Array(held * n)
  const addColumn = (ofTrain: Float64Array, ofTest: Float64Array, isNumber: boolean) => {
    const mean = meanOf(ofTrain)
    const z = ofTrain.map((value) => value - mean)
    const variance = meanOf(z.map((value) => value * value))
    if (!(variance > 0)) return
    const scale = isNumber ? 1 / Math.sqrt(variance) : 1
    for (let row = 0; row < n; row++) z[row] *= scale * roots[row]
    for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) kernel[i * n + j] += z[i] * z[j]
    for (let i = 0; i < held; i++) {
      const own = (ofTest[i] - mean) * scale
      for (let j = 0; j < n; j++) beside[i * n + j] += own * z[j]
    }
  }
  features.forEach((feature, place) => {
    if (unusable.has(feature)) return
    const [a, b] = [train.columns[place + 1], test.columns[place + 1]]
    if (feature.coding === null) {
      const filled = (values: Float64Array) =>
        feature.fill === undefined
          ? values
          : values.map((value) => (Number.isNaN(value) ? Number(feature.fill) : value))
      addColumn(filled(a), filled(b), true)
      return
    }
    for (let level = 0; level < countLevels(feature.coding); level++) {
      const indicator = (values: Float64Array) => values.map((value) => (value === level ? 1 : 0))
      addColumn(indicator(a), indicator(b), false)
    }
  })
  for (let i = 0; i < n; i++) kernel[i * n + i] += ridge
  const middle = meanOf(train.columns[0])
  const right = train.columns[0].map((value, row) => (value - middle) * roots[row])
  const factor = cholesky(kernel, n)
  // Without a ridge rows that are equal leave the products singular.
  if (!factor) return NaN
  const alpha = solveCholesky(factor, right)
  let squares = 0
  let weight = 0
  test.columns[0].forEach((value, i) => {
    let error = value - middle
    for (let j = 0; j < n; j++) error -= beside[i * n + j] * alpha[j]
    squares += test.weights[i] * error * error
    weight += test.weights[i]
  })
  return squares / weight
}
