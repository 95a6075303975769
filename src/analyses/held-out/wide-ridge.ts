import { countLevels, Pauses } from '#core'
import type { Rows, Run, Source, Variable, View } from '#core'
import { canSquare, factorRow, solveCholesky } from '#methods'
import type { Trial } from '#methods'

/** The most products of two numbers that are summed up, over all trials: some 20 seconds. */
const mostProducts = 1.6e10
/** So many columns are added at a time, each product read and written once for all of them. */
const columnsAtATime = 4
/** Milliseconds between two pauses, in which an interruption arrives. */
const pauseEvery = 100

/** A ridge regression on all columns, of more columns than can be squared. */
interface WideRidge {
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
  const columns = [target, ...features]
  // More than this cannot be within the limit.
  if (source.rows * columns.length * trials.length > mostProducts) return null
  const found = (
    await source.answer(
      parts.map((view) => ({ kind: 'rows', columns, view }) as const),
      run,
    )
  ).map(ownRows)
  const divided = trials.map(({ train, test }) => ({
    train: train.map((part) => found[part]).reduce(together),
    test: found[test],
  }))
  if (productsOf(divided, features) > mostProducts) return null
  const unusable = new Set(features.filter((_, i) => !isSquarable(found, i + 1)))
  const pauses = new Pauses(pauseEvery)
  const pause = () => pauses.pauseIfDue(run.signal)
  const squares = new Float64Array(trials.length)
  for (const [trial, { train, test }] of divided.entries()) {
    squares[trial] = await heldOutError(train, test, features, { ridge, unusable, pause })
  }
  return { squares, unusable }
}

/** The rows of a part: those outside it are answered with a weight of 0. */
function ownRows({ columns, weights }: Rows): Rows {
  if (weights.every((weight) => weight > 0)) return { columns, weights }
  const isOwn = (_: number, row: number) => weights[row] > 0
  return { columns: columns.map((column) => column.filter(isOwn)), weights: weights.filter(isOwn) }
}

/** How many products all trials sum up: of rows with each other, by column or level, and for the factor. */
function productsOf(divided: readonly Divided[], features: readonly Variable[]): number {
  const columns = features.reduce((sum, { coding }) => sum + (coding === null ? 1 : countLevels(coding)), 0)
  return divided.reduce((sum, { train, test }) => {
    const [n, held] = [train.weights.length, test.weights.length]
    return sum + columns * n * (n / 2 + held) + (n * n * n) / 6
  }, 0)
}

interface Divided {
  readonly train: Rows
  readonly test: Rows
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
async function heldOutError(
  train: Rows,
  test: Rows,
  features: readonly Variable[],
  { ridge, unusable, pause }: Reading,
): Promise<number> {
  const [n, held] = [train.weights.length, test.weights.length]
  const roots = train.weights.map(Math.sqrt)
  const all = train.weights.reduce((sum, weight) => sum + weight, 0)
  const meanOf = (values: Float64Array) =>
    values.reduce((sum, value, row) => sum + train.weights[row] * value, 0) / all
  const kernel = new Float64Array(n * n)
  const beside = new Float64Array(held * n)
  let waiting: Centred[] = []
  const add = () => {
    const ofTrain = waiting.map(({ z }) => z)
    addProducts(kernel, ofTrain, ofTrain, true)
    addProducts(
      beside,
      waiting.map(({ own }) => own),
      ofTrain,
      false,
    )
    waiting = []
  }
  for (const { ofTrain, ofTest, isNumber } of readColumns(train, test, features, unusable)) {
    const mean = meanOf(ofTrain)
    const z = ofTrain.map((value) => value - mean)
    const variance = meanOf(z.map((value) => value * value))
    if (!(variance > 0)) continue
    const scale = isNumber ? 1 / Math.sqrt(variance) : 1
    for (let row = 0; row < n; row++) z[row] *= scale * roots[row]
    waiting.push({ z, own: ofTest.map((value) => (value - mean) * scale) })
    if (waiting.length < columnsAtATime) continue
    add()
    await pause()
  }
  add()
  for (let i = 0; i < n; i++) kernel[i * n + i] += ridge
  const middle = meanOf(train.columns[0])
  const right = train.columns[0].map((value, row) => (value - middle) * roots[row])
  const factor: Float64Array[] = []
  for (let i = 0; i < n; i++) {
    const row = kernel.slice(i * n, i * n + i + 1)
    factorRow(row, factor, 0)
    // Without a ridge rows that are equal leave the products singular.
    if (row[i] === 0) return NaN
    factor.push(row)
    await pause()
  }
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

interface Reading {
  readonly ridge: number
  readonly unusable: ReadonlySet<Variable>
  readonly pause: () => Promise<void>
}

/** A column without its mean, in the rows to learn from and in those held out. */
interface Centred {
  readonly z: Float64Array
  readonly own: Float64Array
}

/**
 * Adds the products of each number of `left` with each of `right`, or with those up to its own, column by
 * column.
 */
function addProducts(
  sums: Float64Array,
  left: readonly Float64Array[],
  right: readonly Float64Array[],
  isTriangle: boolean,
): void {
  if (left.length === 0) return
  const n = right[0].length
  const rows = left[0].length
  if (left.length < columnsAtATime) {
    left.forEach((of, column) => {
      for (let i = 0; i < rows; i++) {
        const end = isTriangle ? i + 1 : n
        for (let j = 0; j < end; j++) sums[i * n + j] += of[i] * right[column][j]
      }
    })
    return
  }
  const [a, b, c, d] = right
  for (let i = 0; i < rows; i++) {
    const [ai, bi, ci, di] = [left[0][i], left[1][i], left[2][i], left[3][i]]
    const at = i * n
    const end = isTriangle ? i + 1 : n
    for (let j = 0; j < end; j++) sums[at + j] = sums[at + j] + ai * a[j] + bi * b[j] + ci * c[j] + di * d[j]
  }
}

/** The columns as numbers: numbers, gaps filled, and an indicator of each level. */
function* readColumns(
  train: Rows,
  test: Rows,
  features: readonly Variable[],
  unusable: ReadonlySet<Variable>,
) {
  for (const [place, { coding, fill }] of features.entries()) {
    if (unusable.has(features[place])) continue
    const [a, b] = [train.columns[place + 1], test.columns[place + 1]]
    if (coding === null) {
      const filled = (values: Float64Array) =>
        fill === undefined ? values : values.map((value) => (Number.isNaN(value) ? Number(fill) : value))
      yield { ofTrain: filled(a), ofTest: filled(b), isNumber: true }
      continue
    }
    for (let level = 0; level < countLevels(coding); level++) {
      const indicator = (values: Float64Array) => values.map((value) => (value === level ? 1 : 0))
      yield { ofTrain: indicator(a), ofTest: indicator(b), isNumber: false }
    }
  }
}
