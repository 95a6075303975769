import {
  allocateMask,
  allocateNumbers,
  assignParts,
  countParts,
  CribaError,
  invalidWeight,
  isSampled,
  mostWeight,
  permutedRows,
  rowNumbers,
  samplingScale,
  scaledWeight,
} from '#core'
import type { Column, ColumnsOfDivision, Division, Permutation, Sample, View } from '#core'
import { preciseSum } from './precise-sum.ts'

/** The rows that a view includes. */
export interface IncludedRows {
  /** The number of rows of the table, included or not. */
  readonly length: number
  /** The total weight of all rows, included or not; it determines the grid of exact entropies. */
  readonly total: number
  /**
   * The weight of each row, 0 for excluded rows; `null` if every row counts once. Bytes where none is other
   * than 0 and 1: each fold has such weights.
   */
  readonly weights: Float64Array | Uint8Array | null
  /** Whether some rows are excluded. */
  readonly isPartial: boolean
  /** Weights for counting: none if every included row counts once; `out` marks excluded rows by 1, if any. */
  readonly counted: { readonly weights: Float64Array | null; readonly excluded: Uint8Array | null }
  /** Whether the weights are sampling weights, which may be fractions where values are permuted. */
  readonly areSampling: boolean
}

/** Computes the included rows of a view from its weights and complete columns. */
export function includedRows(columns: readonly Column[], rows: number, view: View): IncludedRows {
  let weights: Float64Array | null = null
  let total = rows
  if (view.weights !== undefined) {
    weights = allocateNumbers(rows)
    weights.set(checkWeights(columns[view.weights], view.sampledOver || view.once ? Infinity : mostWeight))
    if (view.sampledOver) scaleSampling(weights, columns, view.sampledOver)
    total = weights.reduce((sum, weight) => sum + weight, 0)
    // Small weights may sum to less than the number of cells.
    if (view.sampledOver) total = Math.max(total, rows)
    if (view.once) {
      weights.forEach((weight, row) => (weights![row] = weight > 0 ? 1 : 0))
      total = rows
    }
  }
  if (view.complete !== undefined) {
    weights ??= allocateNumbers(rows).fill(1)
    for (const column of view.complete) {
      const { missing } = columns[column]
      if (missing) for (let row = 0; row < rows; row++) if (missing[row]) weights[row] = 0
    }
  }
  const areSampling = view.weights !== undefined && view.sampledOver !== undefined
  const included = { length: rows, total, ...forCounting(weights), areSampling }
  return withMovedWeights(columns, included, view)
}

/** Moves sampling weights among the rows, where the view says so. */
function withMovedWeights(
  columns: readonly Column[],
  included: IncludedRows,
  { movedWith }: View,
): IncludedRows {
  const { weights, areSampling } = included
  if (!movedWith?.permuted || !areSampling || !weights || included.counted.weights === null) return included
  const from = permutedFrom(columns[movedWith.column], included, movedWith.permuted)
  const moved = allocateNumbers(weights.length)
  for (let row = 0; row < moved.length; row++) moved[row] = weights[from[row]]
  return { ...included, ...forCounting(moved) }
}

/** Scales sampling weights. */
function scaleSampling(weights: Float64Array, columns: readonly Column[], over: readonly number[]): void {
  const max = weights.reduce((most, weight) => Math.max(most, weight), 0)
  const gaps = over.map((column) => columns[column].missing).filter((missing) => missing !== null)
  const shares = weights.map((weight, row) => (gaps.some((missing) => missing[row]) ? 0 : weight / max))
  const scale = samplingScale(max, preciseSum(shares), preciseSum(shares.map((share) => share * share)))
  for (let row = 0; row < weights.length; row++) weights[row] = scaledWeight(weights[row], scale)
}

/** Assigns the included rows to the parts of a division. */
export function divideRows(
  { length, weights }: IncludedRows,
  division: Division,
  columns: ColumnsOfDivision,
): Uint16Array {
  const all = rowNumbers(length)
  const positive = weights ? all.filter((row) => weights[row] > 0) : all
  return assignParts(division, length, positive, columns)
}

/** Computes the included rows of a view with a sample, from the parts of the rows that were divided. */
export function sampledRows(
  columns: readonly Column[],
  of: IncludedRows,
  parts: Uint16Array,
  { movedWith, ...view }: View,
  sample: Sample,
): IncludedRows {
  const own = includedRows(columns, of.length, view)
  // Sampling weights that moved before the rows were divided.
  const moved = movedWith && own.areSampling && !sample.isSource ? of.weights : null
  const weights = own.weights ? allocateNumbers(of.length) : allocateMask(of.length)
  // A row that was not divided has the number of parts, and is in no sample.
  const isIn = Array.from({ length: countParts(sample.division) }, (_, part) => isSampled(sample, part))
  for (let row = 0; row < weights.length; row++) {
    const weight = isIn[parts[row]] ? (own.weights?.[row] ?? 1) : 0
    weights[row] = moved && weight > 0 ? moved[row] : weight
  }
  const included = { ...own, ...forCounting(weights) }
  return sample.isSource && movedWith ? withMovedWeights(columns, included, { movedWith }) : included
}

/** The rows that count by their weights. */
function forCounting(
  weights: IncludedRows['weights'],
): Pick<IncludedRows, 'weights' | 'isPartial' | 'counted'> {
  const isPartial = weights?.includes(0) ?? false
  if (!weights || (weights instanceof Float64Array && !countsOnce(weights))) {
    return { weights, isPartial, counted: { weights, excluded: null } }
  }
  if (weights instanceof Float64Array) {
    const bytes = allocateMask(weights.length)
    bytes.set(weights)
    return forCounting(bytes)
  }
  return { weights, isPartial, counted: { weights: null, excluded: isPartial ? rowsOut(weights) : null } }
}

/** Whether every included row counts once. */
function countsOnce(weights: Float64Array | Uint8Array): boolean {
  return weights.every((weight) => weight === 0 || weight === 1)
}

function rowsOut(weights: Uint8Array): Uint8Array {
  const out = allocateMask(weights.length)
  for (let row = 0; row < out.length; row++) out[row] = weights[row] === 0 ? 1 : 0
  return out
}

/** For each row the row from which it takes its value, where a column is permuted among the included rows. */
export function permutedFrom(
  { name, missing }: Column,
  { length: rows, weights, areSampling }: IncludedRows,
  permutation: Permutation,
): Int32Array {
  if (weights && !areSampling && !countsOnce(weights)) {
    throw new CribaError(
      'unsuitable',
      'unsuitable weights: permutation p-values need every weight to be 0 or 1',
    )
  }
  if (permutation.from) return permutation.from
  const all = rowNumbers(rows)
  const isPermuted = (row: number) => !missing?.[row] && (weights === null || weights[row] > 0)
  const rowsToPermute = missing || weights ? all.filter(isPermuted) : all
  return permutedRows(permutation, name, rows, rowsToPermute)
}

function checkWeights(column: Column, most: number): Float64Array {
  if (column.type !== 'numeric') {
    throw new CribaError('invalid', `invalid weights: column ${column.name} is categorical (needs numbers)`)
  }
  const bad = column.values.findIndex((weight) => !(weight >= 0 && weight <= most))
  if (bad < 0) return column.values
  const found = column.missing?.[bad] ? 'missing' : String(column.values[bad])
  throw invalidWeight(column.name, bad, found)
}
