import { drawBelow, seeded } from '#core'
import type { Variable, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { mostLevels, rowsOfLevel } from './contents.ts'
import type { ColumnContents } from './contents.ts'

/*
 * A leak leaves at most a tenth of the errors of one guess. Of n rows drawn at random, of which a share p is of other classes
 * than the commonest, it gets n·p/10 wrong on average. It leaves more than the shares below where these are five times as many,
 * or two and a half times: with an average of 2.5 and of 15, as `errors` has it, once in 100,000 columns that are at the limit.
 */
const stages = [
  { rows: 256, left: 0.5, errors: 2.5 },
  { rows: 2048, left: 0.25, errors: 15 },
] as const
/** Where classes are so rare that a first sample had more rows, columns are counted whole. */
const mostOfFirst = 4096
/** Where a smaller share of the values of the first sample are equal, a column has more than `mostLevels` levels. */
const fewestEqual = 0.03

/** Rows drawn at random, and the classes of these. */
interface Sample {
  readonly rows: Int32Array
  readonly classes: Int32Array
  /** How many rows each class has. */
  readonly sizes: Float64Array
}

/**
 * The columns that may predict the classes: all texts, and the numbers that leave few errors in samples of
 * the rows. Only of a source whose rows cost nothing to read.
 */
export async function mayPredict(
  batcher: RequestBatcher,
  classes: Variable,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly ColumnContents[]> {
  if (batcher.source.name !== 'memory') return contents
  const numbers = contents.filter(({ numbers }) => numbers !== null)
  if (numbers.length === 0) return contents
  const columns = numbers.map(({ column: { column } }): Variable => ({ column, coding: null }))
  const [[read]] = await batcher.request([[{ kind: 'rows', columns: [classes, ...columns], view }]])
  const [ofRows, ...values] = read.columns
  const drawing = drawingOf(ofRows, read.weights)
  const sizes = stages.map(({ rows, errors }) =>
    Math.max(rows, Math.ceil((10 * errors) / shareOfOthers(drawing))),
  )
  if (sizes[0] > mostOfFirst && sizes[0] < drawing.rows.length) return contents
  const [first, second] = sizes.map((size) => sampleOf(drawing, size))
  const isLikely = (column: Float64Array): boolean => {
    const quick = errorsLeft(column, first)
    if (quick.distinct > (1 - fewestEqual) * first.rows.length && quick.byCuts > stages[0].left) return false
    const { byCuts, byLevels, distinct } = errorsLeft(column, second)
    const hasLevels = distinct <= Math.min(mostLevels, ofRows.length / rowsOfLevel)
    return Math.min(byCuts, hasLevels ? byLevels() : 1) <= stages[1].left
  }
  const likely = new Set(numbers.filter((_, i) => isLikely(values[i])))
  return contents.filter((one) => one.numbers === null || likely.has(one))
}

/** The rows that count; drawing a sample brings its rows to the front. */
interface Drawing {
  readonly classes: Float64Array
  readonly rows: Int32Array
  /** How many rows each class has. */
  readonly counts: Float64Array
}

function drawingOf(classes: Float64Array, weights: Float64Array): Drawing {
  const rows = new Int32Array(classes.length)
  let length = 0
  let count = 0
  // NaN is no class.
  for (let row = 0; row < classes.length; row++) {
    if (!(weights[row] > 0 && classes[row] >= 0)) continue
    rows[length++] = row
    if (classes[row] >= count) count = classes[row] + 1
  }
  const counts = new Float64Array(count)
  for (let place = 0; place < length; place++) counts[classes[rows[place]]]++
  return { classes, rows: rows.subarray(0, length), counts }
}

/** The share of rows that are not of the commonest class. */
function shareOfOthers({ rows, counts }: Drawing): number {
  return 1 - counts.reduce((most, n) => Math.max(most, n), 0) / rows.length
}

/** So many rows drawn at random, or all. */
function sampleOf({ classes, rows, counts }: Drawing, size: number): Sample {
  const random = seeded(`leaks/${size}`)
  const length = Math.min(size, rows.length)
  for (let place = 0; place < length; place++) {
    const other = place + drawBelow(random, rows.length - place)
    const row = rows[other]
    rows[other] = rows[place]
    rows[place] = row
  }
  // Ascending rows are quicker to read.
  const drawn = rows.slice(0, length).sort()
  const sizes = new Float64Array(counts.length)
  for (const row of drawn) sizes[classes[row]]++
  return { rows: drawn, classes: Int32Array.from(drawn, (row) => classes[row]), sizes }
}

/**
 * The share of the errors of one guess that a column leaves in a sample: cut where it would separate the
 * classes, in the order of their means or of their mean places among the values, or by its values as levels.
 */
function errorsLeft(column: Float64Array, sample: Sample) {
  const { rows } = sample
  const values = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) values[i] = column[rows[i]]
  // NaN, a missing value, comes last.
  const sorted = values.slice().sort()
  let present = sorted.length
  while (present > 0 && Number.isNaN(sorted[present - 1])) present--
  let distinct = Math.min(1, present)
  for (let i = 1; i < present; i++) if (sorted[i] !== sorted[i - 1]) distinct++
  const eighths = Array.from({ length: 7 }, (_, i) => sorted[Math.floor(((i + 1) * present) / 8)])
  const places = levelsByCuts(values, eighths, NaN)
  const [byMean, byPlace] = [values, places].map((of) => orderOfClasses(of, sample))
  const byCuts = leftByCuts(values, sorted, byMean, sample)
  const isSame = byMean.every((one, i) => one === byPlace[i])
  return {
    distinct,
    byCuts: isSame ? byCuts : Math.min(byCuts, leftByCuts(values, sorted, byPlace, sample)),
    byLevels: () => {
      const ranks = values.map((value) => placeIn(sorted, present, value))
      return errorsLeftBy(ranks, present + 1, sample)
    },
  }
}

/** How many of the first numbers of a sorted list are below a value; all of them for NaN. */
function placeIn(sorted: Float64Array, length: number, value: number): number {
  if (Number.isNaN(value)) return length
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The classes in the order of their means, those without a value last. */
function orderOfClasses(values: Float64Array, { classes, sizes }: Sample): readonly number[] {
  const sums = new Float64Array(sizes.length)
  const counts = new Float64Array(sizes.length)
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue
    sums[classes[i]] += values[i]
    counts[classes[i]]++
  }
  const means = sums.map((sum, of) => (counts[of] > 0 ? sum / counts[of] : Infinity))
  return [...sizes.keys()].sort((a, b) => (means[a] < means[b] ? -1 : means[a] > means[b] ? 1 : a - b))
}

/** What cuts leave that give each class of an order its share of the sorted values. */
function leftByCuts(
  values: Float64Array,
  sorted: Float64Array,
  order: readonly number[],
  sample: Sample,
): number {
  const { classes, sizes } = sample
  const counts = new Float64Array(sizes.length)
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) counts[classes[i]]++
  let below = 0
  const cuts = order.slice(0, -1).flatMap((of) => {
    below += counts[of]
    return below > 0 ? [sorted[below - 1]] : []
  })
  return errorsLeftBy(levelsByCuts(values, cuts, cuts.length + 1), cuts.length + 2, sample)
}

/** How many cuts are below each value; `missing` for NaN. */
function levelsByCuts(values: Float64Array, cuts: readonly number[], missing: number): Float64Array {
  const levels = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    let level = 0
    for (let cut = 0; cut < cuts.length; cut++) level += value > cuts[cut] ? 1 : 0
    levels[i] = Number.isNaN(value) ? missing : level
  }
  return levels
}

/** The errors of the best guess for each level, divided by those of one guess for all rows. */
function errorsLeftBy(levels: Float64Array, count: number, { classes, sizes }: Sample): number {
  const kinds = sizes.length
  const cells = new Float64Array(count * kinds)
  for (let i = 0; i < levels.length; i++) cells[levels[i] * kinds + classes[i]]++
  let right = 0
  for (let from = 0; from < cells.length; from += kinds) {
    let best = 0
    for (let of = 0; of < kinds; of++) best = Math.max(best, cells[from + of])
    right += best
  }
  const all = levels.length
  const most = sizes.reduce((most, n) => Math.max(most, n), 0)
  return all === most ? 1 : (all - right) / (all - most)
}
