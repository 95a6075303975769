import type { ModelColumn, TrainingRows } from '../threads/model-rows.ts'

/** The most bins of a column of numbers. */
const maxBins = 256

/** A column as trees read it: levels, or numbers in bins. */
export interface BinnedColumn {
  /** By place among the given rows: the level, or the bin; a missing value has the code `levels`. */
  readonly codes: Uint16Array
  readonly levels: number
  /** Of numbers the least and the greatest value of each bin, rising; null where levels have no order. */
  readonly bins: { readonly lows: Float64Array; readonly highs: Float64Array } | null
}

/** The most codes that are kept for later fits, but for those of the last rows. */
const mostKept = 1 << 25

interface KeptColumns {
  readonly rows: Int32Array
  readonly byColumn: Map<ModelColumn, BinnedColumn>
}

const kept = new WeakMap<object, KeptColumns[]>()

/** The columns of training rows in bins, made once for all fits to the same rows. */
export function binnedColumns({ columns, rows, weights, shared }: TrainingRows): readonly BinnedColumn[] {
  const all = kept.get(shared) ?? []
  kept.set(shared, all)
  const place = all.findIndex((one) => one.rows === rows)
  const [own] = place < 0 ? [{ rows, byColumn: new Map<ModelColumn, BinnedColumn>() }] : all.splice(place, 1)
  all.push(own)
  const binned = columns.map((column) => {
    const known = own.byColumn.get(column) ?? binColumn(column, rows, weights)
    own.byColumn.set(column, known)
    return known
  })
  while (all.length > 1 && sizeOf(all) > mostKept) all.shift()
  return binned
}

/**
 * A column in bins. Up to 256 distinct values are a bin each; more are divided into at most 256 bins of about
 * the same weight of the given rows, equal values together.
 */
function binColumn(column: ModelColumn, rows: Int32Array, weights: Float64Array | null): BinnedColumn {
  const codes = new Uint16Array(rows.length)
  if ('codes' in column) {
    for (let i = 0; i < rows.length; i++) codes[i] = column.codes[rows[i]]
    return { codes, levels: column.levels, bins: null }
  }
  const { values, missing } = column
  const present = missing ? rowsPresent(rows, missing) : rows
  const distinct = distinctOf(values, present)
  const firsts = distinct.length <= maxBins ? null : firstsOf(distinct, values, present, weights)
  const levels = firsts ? firsts.length : distinct.length
  const lows = firsts ? Float64Array.from(firsts, (first) => distinct[first]) : distinct
  const highs = firsts
    ? Float64Array.from(
        firsts,
        (_, bin) => distinct[(bin + 1 < levels ? firsts[bin + 1] : distinct.length) - 1],
      )
    : distinct
  findBins(lows, values, rows, codes)
  if (missing) for (let i = 0; i < rows.length; i++) if (missing[rows[i]]) codes[i] = levels
  return { codes, levels, bins: { lows, highs } }
}

function rowsPresent(rows: Int32Array, missing: Uint8Array): Int32Array {
  const present = new Int32Array(rows.length)
  let count = 0
  for (let i = 0; i < rows.length; i++) if (!missing[rows[i]]) present[count++] = rows[i]
  return present.subarray(0, count)
}

/** The distinct values of some rows, rising. */
function distinctOf(values: Float64Array, rows: Int32Array): Float64Array {
  const sorted = new Float64Array(rows.length)
  // 0 and −0 are the same.
  for (let i = 0; i < rows.length; i++) sorted[i] = values[rows[i]] + 0
  sorted.sort()
  let count = 0
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[count - 1]) sorted[count++] = sorted[i]
  }
  return sorted.slice(0, count)
}

/** The place of the first value of each bin: a value is in the bin of the middle of its weight. */
function firstsOf(
  distinct: Float64Array,
  values: Float64Array,
  rows: Int32Array,
  weights: Float64Array | null,
): readonly number[] {
  const ofValues = new Float64Array(distinct.length)
  let all = 0
  for (let i = 0; i < rows.length; i++) {
    const weight = weights ? weights[rows[i]] : 1
    ofValues[lastAtMost(distinct, values[rows[i]])] += weight
    all += weight
  }
  const firsts: number[] = []
  let before = 0
  let last = -1
  for (let i = 0; i < distinct.length; i++) {
    const bin = Math.floor((maxBins * (before + ofValues[i] / 2)) / all)
    if (bin !== last) firsts.push(i)
    last = bin
    before += ofValues[i]
  }
  return firsts
}

/** Parts of the range of a column, in which its bins are looked for. */
const parts = 2048

/** The bin of each row: among those that begin in the same part of the range, or the last before it. */
function findBins(lows: Float64Array, values: Float64Array, rows: Int32Array, to: Uint16Array): void {
  if (lows.length === 0) return
  const least = lows[0]
  const factor = parts / (lows[lows.length - 1] - least)
  const partOf = (value: number) => Math.min(parts - 1, ((value - least) * factor) | 0)
  /** How many bins begin before each part. */
  const before = new Uint16Array(parts + 1)
  for (let bin = 0; bin < lows.length; bin++) before[partOf(lows[bin]) + 1]++
  for (let part = 0; part < parts; part++) before[part + 1] += before[part]
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]]
    const part = partOf(value)
    to[i] = lastAtMost(lows, value, Math.max(0, before[part] - 1), Math.max(0, before[part + 1] - 1))
  }
}

/** The last place whose number is at most `value`, between two places. */
function lastAtMost(rising: Float64Array, value: number, from = 0, to = rising.length - 1): number {
  while (from < to) {
    const middle = (from + to + 1) >> 1
    if (rising[middle] <= value) from = middle
    else to = middle - 1
  }
  return from
}

/**
 * What divides two bins: half way between the greatest value of one and the least of another, not below the
 * one and below the other.
 */
export function thresholdBetween(
  { lows, highs }: NonNullable<BinnedColumn['bins']>,
  last: number,
  next: number,
): number {
  const half = highs[last] / 2 + lows[next] / 2
  return half >= highs[last] && half < lows[next] ? half : highs[last]
}

function sizeOf(all: readonly KeptColumns[]): number {
  return all.reduce((sum, { rows, byColumn }) => sum + rows.length * byColumn.size, 0)
}
