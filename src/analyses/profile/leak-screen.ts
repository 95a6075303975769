import { cutsBelow, drawBelow, seeded } from '#core'
import type { Variable, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { mostLevels, rowsOfLevel } from './contents.ts'
import type { ColumnContents } from './contents.ts'
import { errorsLeft } from './remaining-errors.ts'

/*
 * A leak leaves at most a tenth of the errors of one guess. Of n rows drawn at random, of which a share p is
 * not of the commonest class, it gets n·p/10 wrong on average; in pairs, because a row above a cut puts
 * another below it. A column goes where it leaves five times as many, and of more rows two and a half times:
 * with at least `errors` on average, once in 100,000 leaks at the limit.
 */
const stages = [
  { rows: 256, left: 0.5, errors: 5 },
  { rows: 2048, left: 0.25, errors: 30 },
] as const
/** Where classes are so rare that a first sample had more rows, columns are counted whole. */
const mostOfFirst = 4096
/** Where a smaller share of the first sample repeats a value, a column has more than `mostLevels` levels. */
const fewestRepeats = 0.03

/** The most values that are read at once. */
const valuesAtOnce = 1 << 22

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
  if (!batcher.source.rowsAtHand) return contents
  const numbers = contents.filter(({ numbers }) => numbers !== null)
  if (numbers.length === 0) return contents
  const [{ columns: ofClasses, weights }] = await batcher.requestOnce([
    { kind: 'rows', columns: [classes], view },
  ])
  const [ofRows] = ofClasses
  const drawing = drawingOf(ofRows, weights)
  const sizes = stages.map(({ rows, errors }) =>
    Math.max(rows, Math.ceil((10 * errors) / shareOfOthers(drawing))),
  )
  if (sizes[0] > mostOfFirst && sizes[0] < drawing.rows.length) return contents
  const [first, second] = sizes.map((size) => sampleOf(drawing, size))
  const isLikely = (column: Float64Array): boolean => {
    const quick = leftIn(column, first)
    if (quick.distinct > (1 - fewestRepeats) * first.rows.length && quick.byCuts > stages[0].left)
      return false
    const { byCuts, byLevels, distinct } = leftIn(column, second)
    const hasLevels = distinct <= Math.min(mostLevels, ofRows.length / rowsOfLevel)
    return Math.min(byCuts, hasLevels ? byLevels() : 1) <= stages[1].left
  }
  const likely = new Set<ColumnContents>()
  const atOnce = Math.max(1, Math.floor(valuesAtOnce / ofRows.length))
  for (let from = 0; from < numbers.length; from += atOnce) {
    const some = numbers.slice(from, from + atOnce)
    const columns = some.map(({ column: { column } }): Variable => ({ column, coding: null }))
    const [read] = await batcher.requestOnce([{ kind: 'rows', columns, view }])
    for (const [i, one] of some.entries()) {
      if (isLikely(read.columns[i])) likely.add(one)
      await batcher.pauseIfDue()
    }
  }
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
function leftIn(column: Float64Array, sample: Sample) {
  const { rows, classes, sizes } = sample
  const values = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) values[i] = column[rows[i]]
  // NaN, a missing value, comes last.
  const all = values.slice().sort()
  let present = all.length
  while (present > 0 && Number.isNaN(all[present - 1])) present--
  const sorted = all.subarray(0, present)
  let distinct = Math.min(1, present)
  for (let i = 1; i < present; i++) if (sorted[i] !== sorted[i - 1]) distinct++
  const eighths = Array.from({ length: 7 }, (_, i) => sorted[Math.floor(((i + 1) * present) / 8)])
  const places = values.map((value) => (Number.isNaN(value) ? NaN : cutsBelow(eighths, value)))
  const left = [values, places].map((by) => leftBy(cutsFor(sorted, orderOfClasses(by, sample))))
  return { distinct, byCuts: Math.min(...left), byLevels: () => leftBy(sorted) }

  function leftBy(cuts: ArrayLike<number>): number {
    const levels = cuts.length + 2
    const cells = new Float64Array(sizes.length * levels)
    for (let i = 0; i < values.length; i++) {
      const level = Number.isNaN(values[i]) ? levels - 1 : cutsBelow(cuts, values[i])
      cells[classes[i] * levels + level]++
    }
    return errorsLeft(cells, sizes.length)
  }
}

/** The numbers of values of the classes in the order of their means. */
function orderOfClasses(values: Float64Array, { classes, sizes }: Sample): readonly number[] {
  const sums = new Float64Array(sizes.length)
  const counts = new Float64Array(sizes.length)
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue
    sums[classes[i]] += values[i]
    counts[classes[i]]++
  }
  const present = [...counts.keys()].filter((of) => counts[of] > 0)
  return present.sort((a, b) => sums[a] / counts[a] - sums[b] / counts[b]).map((of) => counts[of])
}

/** Cuts that give each class but the last its share of the sorted values. */
function cutsFor(sorted: Float64Array, counts: readonly number[]): readonly number[] {
  let below = 0
  return counts.slice(0, -1).map((count) => sorted[(below += count) - 1])
}
