import ln from '@stdlib/math-base-special-ln'
import { allocateNumbers, CribaError } from '#core'
import type { Run, SettledSelectSpec, Source, Variable, View } from '#core'
import { studentTail } from '#methods'
import { selectWhole } from '../held-out/inner-selection.ts'
import { completeRows, sourceOfMade, wordBefore } from '../resample/made-columns.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import type { GaussianColumns } from './gaussian-columns.ts'
import { inverseOf } from './gaussian-model.ts'

/**
 * The p-values of columns by distillation; NaN where the others determine a column. A target of classes is
 * tested class by class: the least p times their number (Bonferroni).
 */
export async function distilledColumns(columns: GaussianColumns, run: Run): Promise<Float64Array> {
  const { scope, settled, whole, model, names } = columns
  const batcher = new RequestBatcher(scope.source, run)
  const { classes, classNames, task, values } = await inspectTarget(batcher, scope, settled)
  if (task === 'regression') {
    const variables = scope.features.map(({ column }) => column)
    const target = await productsWith(scope.source, variables, values!.column, scope.view, run)
    return distilledPValues(target, model.n, penaltyOf(whole.path))
  }
  const rows = await completeRows(scope, settled, run)
  const own = rows.others.find(({ name }) => name === settled.target)!
  const levelOf = (row: number) => (own.type === 'numeric' ? own.values[row] : own.levels[own.codes[row]])
  const tested = classNames.length === 2 ? classNames.slice(1) : classNames
  const least = new Float64Array(names.length).fill(1)
  for (const level of classes ? tested : []) {
    const indicator = allocateNumbers(rows.count)
    for (let row = 0; row < rows.count; row++) indicator[row] = levelOf(row) === level ? 1 : 0
    const word = wordBefore('indicator', [...names, ...rows.others.map(({ name }) => name)])
    const made = [
      [word, indicator] as const,
      ...names.map((_, j) => [`${word} ${j}`, rows.features[j]] as const),
    ]
    const source = sourceOfMade(made, rows)
    const spec: SettledSelectSpec = {
      ...settled,
      target: word,
      task: 'regression',
      types: {},
      drop: rows.others.map(({ name }) => name),
      search: 'ranking',
      k: 1,
      asIs: true,
    }
    const { path } = await selectWhole(source, spec, run)
    const { features, target, view } = scopeOf(source, spec)
    const products = await productsWith(
      source,
      features.map(({ column }) => column),
      target!.column,
      view,
      run,
    )
    distilledPValues(products, model.n, penaltyOf(path)).forEach((p, j) => {
      least[j] = Math.min(least[j], p * tested.length)
    })
  }
  return least
}

function penaltyOf(path: GaussianColumns['whole']['path']): number {
  if (path) return path.chosen.penalty
  throw new CribaError(
    'unsuitable',
    'unsuitable statistic: distilled (the criterion fits no path: use score)',
  )
}

/** The products of standardised features, and of these with the target. */
async function productsWith(
  source: Source,
  features: readonly number[],
  target: number,
  view: View,
  run: Run,
): Promise<TargetProducts> {
  const variables = [...features, target].map((column): Variable => ({ column, coding: null }))
  const [{ n, comoment }] = await source.answer(
    [{ kind: 'moments', family: { list: [variables] }, of: 'values', view }],
    run,
  )
  const width = features.length
  const rows = n[0]
  const root = Float64Array.from({ length: width }, (_, i) => Math.sqrt(comoment[i * (width + 2)]))
  const products = new Float64Array(width * width)
  for (let i = 0; i < width; i++)
    for (let j = 0; j < width; j++)
      products[i * width + j] = comoment[i * (width + 1) + j] / root[i] / root[j]
  return {
    width,
    products,
    withTarget: root.map((value, i) => comoment[i * (width + 1) + width] / value / Math.sqrt(rows)),
    variance: comoment[(width + 1) * (width + 1) - 1] / rows,
  }
}

/** A column of which the others leave a smaller share of the variance is determined by them. */
const leastLeft = 1e-6

/**
 * The p-value of each column given all others; NaN where they determine it. T_j = |correlation| of the
 * residuals r of the target and e of the column, each of a lasso on the other columns: r at one penalty, e at
 * that of its own variance. Given the others e is normal, in no direction more than in another, whatever the
 * target, so T has the law of the correlation of a fixed vector with n independent draws: Student's t with n
 * − 2 degrees. A column that the lasso of all columns leaves out leaves its weights as they are, so only the
 * others need a fit of their own. The d0CRT of Liu, Katsevich, Janson and Ramdas (2022).
 */
export function distilledPValues(target: TargetProducts, n: number, penalty: number): Float64Array {
  const { width } = target
  const isDetermined = determinedColumns({ n, width, sample: target.products })
  const all = lassoWeights(target, penalty)
  return Float64Array.from({ length: width }, (_, j) => {
    if (isDetermined[j] === 1) return NaN
    const { left, residual } = all.weights[j] === 0 ? all : lassoWeights(target, penalty, all.weights, j)
    const own = lassoOnOthers(target, j, n)
    if (!(own.residual > leastLeft)) return NaN
    if (!(residual > 0)) return 1
    let product = left[j]
    for (let i = 0; i < width; i++) product -= own.weights[i] * left[i]
    const correlation = Math.min(1, Math.abs(product) / Math.sqrt(own.residual * residual))
    return studentTail(correlation * Math.sqrt((n - 2) / (1 - correlation * correlation)), n - 2)
  })
}

/**
 * Marks the columns of which all others together leave too small a share of the variance: 1/(C⁻¹)_jj. None
 * with too few rows to tell.
 */
export function determinedColumns({
  n,
  width,
  sample,
}: {
  readonly n: number
  readonly width: number
  /** The correlations of the rows, row by row. */
  readonly sample: Float64Array
}): Uint8Array {
  if (n <= width + 1) return new Uint8Array(width)
  const ridged = sample.slice()
  for (let j = 0; j < width; j++) ridged[j * (width + 1)] += leastLeft / 1e4
  const inverse = inverseOf(ridged, width)
  return Uint8Array.from({ length: width }, (_, j) => Number(inverse[j * (width + 1)] * leastLeft > 1))
}

/**
 * The most passes over the columns, and the change of every weight, as a share of the target's standard
 * deviation, that ends them.
 */
const [mostPasses, leastChange] = [5000, 1e-10]

/** Mean products of standardised columns, row by row, with the target, and the variance of the target. */
export interface TargetProducts {
  readonly width: number
  readonly products: Float64Array
  readonly withTarget: Float64Array
  readonly variance: number
}

/** Weights of a lasso, and the mean products of the columns with its residuals. */
interface LassoWeights {
  readonly weights: Float64Array
  readonly left: Float64Array
  /** The mean squared residual. */
  readonly residual: number
}

/**
 * The weights that minimise ½·(mean squared residual) + penalty·Σ|w_j| over standardised columns, one of
 * which may be left out: by coordinate descent from other weights (Friedman, Hastie and Tibshirani 2010).
 */
export function lassoWeights(
  { width, products, withTarget, variance }: TargetProducts,
  penalty: number,
  from: Float64Array = new Float64Array(width),
  omitted = -1,
): LassoWeights {
  const weights = from.slice()
  if (omitted >= 0) weights[omitted] = 0
  const left = withTarget.slice()
  weights.forEach((weight, j) => {
    if (weight !== 0) addColumn(j, -weight)
  })
  const enough = leastChange * Math.sqrt(variance)
  for (let pass = 0, change = Infinity; pass < mostPasses && change > enough; pass++) {
    change = 0
    for (let j = 0; j < width; j++) {
      if (j === omitted) continue
      const next = shrink(left[j] + weights[j], penalty)
      const step = next - weights[j]
      if (step === 0) continue
      weights[j] = next
      addColumn(j, -step)
      change = Math.max(change, Math.abs(step))
    }
  }
  let residual = variance
  for (let j = 0; j < width; j++) residual -= weights[j] * (withTarget[j] + left[j])
  return { weights, left, residual: Math.max(0, residual) }

  function addColumn(j: number, factor: number): void {
    const at = j * width
    for (let i = 0; i < width; i++) left[i] += factor * products[at + i]
  }
}

/** The most fits, and the change of the mean squared residual, as a share of it, that ends them. */
const [mostFits, leastShare] = [50, 1e-8]

/**
 * The lasso of one standardised column on all others, at the penalty σ·√(2·ln d/n) with σ² the mean squared
 * residual of its own fit: the scaled lasso of Sun and Zhang (2012), which needs no held-out rows.
 */
function lassoOnOthers(
  { width, products }: Pick<TargetProducts, 'width' | 'products'>,
  column: number,
  n: number,
): LassoWeights {
  const target = {
    width,
    products,
    withTarget: products.slice(column * width, (column + 1) * width),
    variance: 1,
  }
  const share = Math.sqrt((2 * ln(width)) / n)
  let fit = lassoWeights(target, share, undefined, column)
  let before = 1
  for (let i = 1; i < mostFits && before - fit.residual > leastShare * before; i++) {
    before = fit.residual
    fit = lassoWeights(target, share * Math.sqrt(before), fit.weights, column)
  }
  return fit
}

function shrink(value: number, by: number): number {
  return value > by ? value - by : value < -by ? value + by : 0
}
