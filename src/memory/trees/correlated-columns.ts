import type { ModelColumn, TrainingRows } from '../threads/model-rows.ts'
import { binnedColumns } from './binned-columns.ts'
import type { BinnedColumn } from './binned-columns.ts'
import { timesLog } from './split.ts'

/** From this association on columns are correlated. Strobl et al. (2008). */
const least = 0.2
/** Numbers beside levels are read in at most so many groups. */
const groups = 8

const found = new WeakMap<object, Map<readonly ModelColumn[], readonly (readonly number[])[]>>()

/**
 * For each column the others with |ρ| above 0.2, or, if one of both has levels, with a symmetrical
 * uncertainty above 0.2, numbers in up to 8 groups of about the same weight. Over the training rows that have
 * a value in both.
 */
export function correlatedColumns(training: TrainingRows): readonly (readonly number[])[] {
  const { columns, shared } = training
  const known = found.get(shared) ?? new Map<readonly ModelColumn[], readonly (readonly number[])[]>()
  found.set(shared, known)
  const same = [...known.keys()].find((other) => other.every((column, i) => column === columns[i]))
  const made = (same && known.get(same)) ?? findCorrelated(training)
  known.set(same ?? columns, made)
  return made
}

function findCorrelated(training: TrainingRows): readonly (readonly number[])[] {
  const { columns, rows, weights } = training
  const of = rows.length
  const ofRows = Float64Array.from(rows, (row) => (weights ? weights[row] : 1))
  const scaled = columns.map((column) => ('values' in column ? scaledValues(column, rows) : null))
  const binned = binnedColumns(training)
  const coarse = binned.map((column) => coarseCodes(column, ofRows))
  const lists = columns.map((): number[] => [])
  for (let a = 0; a < columns.length; a++) {
    for (let b = 0; b < a; b++) {
      const [x, y] = [scaled[a], scaled[b]]
      const strength = x && y ? correlation(x, y, ofRows, of) : uncertainty(coarse[a], coarse[b], ofRows)
      if (!(strength > least)) continue
      lists[a].push(b)
      lists[b].push(a)
    }
  }
  return lists.map((list) => list.sort((a, b) => a - b))
}

/** Numbers brought to −1…1; NaN where they are missing. */
function scaledValues(
  { values, missing }: Extract<ModelColumn, { readonly values: Float64Array }>,
  rows: Int32Array,
): Float64Array {
  let [low, high] = [Infinity, -Infinity]
  for (let i = 0; i < rows.length; i++) {
    if (missing?.[rows[i]]) continue
    low = Math.min(low, values[rows[i]])
    high = Math.max(high, values[rows[i]])
  }
  const middle = low / 2 + high / 2
  const half = high / 2 - low / 2
  return Float64Array.from(rows, (row) =>
    missing?.[row] ? NaN : half > 0 ? (values[row] - middle) / half : 0,
  )
}

/** |ρ| over the rows that have both values; 0 of a constant. */
function correlation(x: Float64Array, y: Float64Array, weights: Float64Array, rows: number): number {
  let [all, meanX, meanY, xx, yy, xy] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < rows; i++) {
    if (!(x[i] * y[i] <= 1)) continue
    const weight = weights[i]
    all += weight
    const [dx, dy] = [x[i] - meanX, y[i] - meanY]
    meanX += (dx * weight) / all
    meanY += (dy * weight) / all
    xx += weight * dx * (x[i] - meanX)
    yy += weight * dy * (y[i] - meanY)
    xy += weight * dx * (y[i] - meanY)
  }
  return xx > 0 && yy > 0 ? Math.abs(xy) / Math.sqrt(xx * yy) : 0
}

interface CoarseColumn {
  readonly codes: Uint16Array
  /** The code of a missing value. */
  readonly levels: number
}

/** Levels as they are; bins of numbers in groups, by the middle of their weight. */
function coarseCodes({ codes, levels, bins }: BinnedColumn, weights: Float64Array): CoarseColumn {
  if (!bins || levels <= groups) return { codes, levels }
  const ofBins = new Float64Array(levels + 1)
  for (let i = 0; i < codes.length; i++) ofBins[codes[i]] += weights[i]
  const all = ofBins.subarray(0, levels).reduce((sum, weight) => sum + weight, 0)
  const groupOf = new Uint16Array(levels + 1).fill(groups)
  let before = 0
  for (let bin = 0; bin < levels; bin++) {
    groupOf[bin] = Math.floor((groups * (before + ofBins[bin] / 2)) / all)
    before += ofBins[bin]
  }
  return { codes: codes.map((code) => groupOf[code]), levels: groups }
}

/** 2·I(a;b)/(H(a)+H(b)) over the rows that have both; 0 of constants. */
function uncertainty(a: CoarseColumn, b: CoarseColumn, weights: Float64Array): number {
  const table = new Float64Array(a.levels * b.levels)
  const [ofA, ofB] = [new Float64Array(a.levels), new Float64Array(b.levels)]
  let all = 0
  for (let i = 0; i < weights.length; i++) {
    const [code, other] = [a.codes[i], b.codes[i]]
    if (code === a.levels || other === b.levels) continue
    table[code * b.levels + other] += weights[i]
    ofA[code] += weights[i]
    ofB[other] += weights[i]
    all += weights[i]
  }
  const sum = (cells: Float64Array) => cells.reduce((total, cell) => total + timesLog(cell), 0)
  const entropies = 2 * timesLog(all) - sum(ofA) - sum(ofB)
  return entropies > 0 ? (2 * (timesLog(all) + sum(table) - sum(ofA) - sum(ofB))) / entropies : 0
}
