import { drawBelow, seeded } from '#core'
import type { Variable, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { mostLevels, rowsOfLevel } from './contents.ts'
import type { ColumnContents } from './contents.ts'
import { readInBlocks } from './first-rows.ts'
import { SampledColumn } from './sampled-column.ts'
import type { Sample } from './sampled-column.ts'

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
  const [first, second] = sizes.map((size) => new SampledColumn(sampleOf(drawing, size)))
  const fewest = (1 - fewestRepeats) * first.rows
  const mostOfLevels = Math.min(mostLevels, ofRows.length / rowsOfLevel)
  const areAll = first.rows === drawing.rows.length
  const isLikely = (column: Float64Array): boolean => {
    const quick = stages[0].left
    if (!areAll && first.read(column).distinctUpTo(fewest) === null && first.cutsLeaveMoreThan(quick))
      return false
    const distinct = second.read(column).distinctUpTo(mostOfLevels)
    if (distinct === null) return !second.cutsLeaveMoreThan(stages[1].left)
    if (areAll && distinct > fewest && second.cutsLeaveMoreThan(quick)) return false
    // Levels leave no more than cuts between them.
    return second.leftByLevels() <= stages[1].left
  }
  const likely = new Set<ColumnContents>()
  const columns = numbers.map(({ column }) => column)
  await readInBlocks(batcher, columns, view, (block, from) => {
    for (let i = 0; i < block.length; i++) if (isLikely(block[i])) likely.add(numbers[from + i])
  })
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
