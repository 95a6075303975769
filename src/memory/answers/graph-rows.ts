import { allocateNumbers, CribaError } from '#core'
import type { FormsRequest, Scale } from '#core'
import { graphJob } from '../neighbours/graph-job.ts'
import type { GraphPart, GraphSpace, GraphTask, GraphWanted, NeighbourLists } from '../neighbours/graph.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import { refuseSmall, scaleValues } from './distance-values.ts'
import { preciseSum } from './precise-sum.ts'
import type { ResolvedView } from './resolved-view.ts'

/** The rows of a graph: their columns on one scale, and their labels. */
export interface GraphRows extends GraphSpace {
  /** The class of each row; −1 for none. */
  readonly labels: Int32Array
  /** For each column where zero is, in its values as they are stored here. */
  readonly origins: Float64Array
}

/** Reads the rows that are complete in all columns, with a class where the graph is that of the classes. */
export function graphRows(request: FormsRequest, resolved: ResolvedView): GraphRows {
  const { columns, labels, graph, scale } = request
  const given = columns.map((variable) => resolved.valuesOf(variable))
  const coded = labels && resolved.codesOf(labels)
  const { excluded } = resolved.rows.counted
  const masks = given.flatMap(({ missing }) => missing ?? [])
  const isUsed = (row: number) =>
    !excluded?.[row] &&
    (graph.of !== 'class' || coded!.codes[row] !== coded!.count) &&
    masks.every((missing) => missing[row] === 0)
  const all = Uint32Array.from({ length: resolved.rows.length }, (_, row) => row)
  const tableRow = all.filter(isUsed)
  // Two rows that other columns leave over say nothing of the table.
  if (tableRow.length < (masks.length > 0 ? 3 : 2)) throw fewRowsError(request, resolved, tableRow.length)
  const origins = new Float64Array(columns.length)
  let extent = 0
  const stored = given.map(({ values }, i) => {
    const picked = tableRow.length === values.length ? values : new Float64Array(tableRow.length)
    if (picked !== values) for (let i = 0; i < picked.length; i++) picked[i] = values[tableRow[i]]
    const scaled = scaleColumn(resolved.columns[columns[i].column].name, picked, scale)
    origins[i] = scaled.origin
    extent += scaled.size * scaled.size
    return { values: scaled.values, isLevels: false, expected: null, known: tableRow.length }
  })
  const classStarts = Uint32Array.of(0, tableRow.length)
  const codeOf = (row: number) => (coded && coded.codes[row] !== coded.count ? coded.codes[row] : -1)
  const kinds = { distances: 'squared', differences: 'squared', sizes: 0 } as const
  return {
    space: { rows: tableRow.length, columns: stored, classStarts, ...kinds },
    extent,
    points: pointsOf(stored, tableRow.length),
    labels: Int32Array.from(tableRow, codeOf),
    origins,
  }
}

/** The error for too few rows, which names the column that leaves out most. */
function fewRowsError({ columns, graph }: FormsRequest, resolved: ResolvedView, rows: number): CribaError {
  const missingOf = (column: number) =>
    resolved.columns[column].missing?.reduce((sum, isMissing) => sum + isMissing, 0) ?? 0
  const emptiest = columns.reduce((most, one) =>
    missingOf(one.column) > missingOf(most.column) ? one : most,
  )
  const missing = missingOf(emptiest.column)
  const { name } = resolved.columns[emptiest.column]
  const remedy =
    missing > 0
      ? `${name} lacks ${missing} of ${resolved.rows.length}: drop it, or choose another policy for missing values`
      : 'needs 2 or more'
  return new CribaError(
    'missing',
    `missing rows: ${rows} ${rows === 1 ? 'has' : 'have'} a value in every column${graph.of === 'class' ? ' and a class' : ''} (${remedy})`,
  )
}

/** With fewer columns all distances are measured as fast; the most values that are copied. */
const pointLimits = { fewColumns: 8, most: 1 << 26 }

/** The values row by row, where nearest rows are found from products. */
function pointsOf(columns: readonly { readonly values: Float64Array }[], rows: number): Float64Array | null {
  const width = columns.length
  if (width < pointLimits.fewColumns || width * rows > pointLimits.most) return null
  const points = allocateNumbers(width * rows)
  // Some rows at a time, so that the points that a column is written to stay in the cache.
  for (let from = 0; from < rows; from += 64) {
    const end = Math.min(rows, from + 64)
    for (let c = 0; c < width; c++) {
      const { values } = columns[c]
      for (let row = from; row < end; row++) points[row * width + c] = values[row]
    }
  }
  return points
}

/** A column on a scale, where the zero of the scale is in its stored values, and its greatest size. */
function scaleColumn(
  name: string,
  values: Float64Array,
  scale: Scale,
): { readonly values: Float64Array; readonly origin: number; readonly size: number } {
  const { min, max } = endsOf(values)
  if (scale === 'none') {
    refuseSmall(name, values)
    const { values: unscaled, shift } = scaleValues(name, values, 'none')
    return { values: unscaled, origin: -shift, size: Math.max(max, -min) }
  }
  const { values: unit } = scaleValues(name, values, 'minmax')
  // How large the values are, in ranges: they were rounded before they were scaled. Halves stay finite.
  const size = max > min ? Math.max(1, Math.max(max / 2, -min / 2) / (max / 2 - min / 2)) : 0
  if (scale === 'minmax') return { values: unit, origin: 0, size }
  // Sums that hardly depend on the order of the rows: nor do ties between distances.
  const mean = preciseSum(unit) / unit.length
  const deviation = Math.sqrt(preciseSum(unit.map((value) => (value - mean) * (value - mean))) / unit.length)
  if (deviation === 0) return { values: unit, origin: 0, size: 0 }
  for (let row = 0; row < unit.length; row++) unit[row] /= deviation
  return { values: unit, origin: mean / deviation, size: size / deviation }
}

function endsOf(values: Float64Array): { readonly min: number; readonly max: number } {
  let [min, max] = [Infinity, -Infinity]
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    if (value < min) min = value
    if (value > max) max = value
  }
  return { min, max }
}

/** Milliseconds to compare two values of a column, to multiply them, and to look at a distance. */
const cost = { value: 2.5e-7, product: 3e-8, distance: 1e-5 }
/** Approximate milliseconds of a task. */
const taskCost = 40
/** The fewest rows of a task by products: columns that are not packed together are packed again for each. */
const leastProducts = 256
/** The most tasks: each may return a number for every row. */
const mostTasks = 512
/** The most neighbours that are listed; beyond, distances are measured again. A test lowers it. */
export const limits = { listed: 1 << 24 }

/** Measures the distances of some rows, by default of all, to all rows. */
export async function passOver(
  given: GraphRows,
  wanted: GraphWanted,
  run: BatchRun,
  some: Uint32Array = allOf(given.space.rows),
): Promise<readonly GraphPart[]> {
  const { rows, columns } = given.space
  // Products are faster, and so are many rows at a time.
  const isByProducts = wanted.of === 'nearest' && given.points !== null
  const ofRow = rows * (columns.length * (isByProducts ? cost.product : cost.value) + cost.distance)
  const least = isByProducts ? leastProducts : 1
  const size = eights(Math.max(taskCost / ofRow, some.length / mostTasks, least))
  const tasks: GraphTask[] = []
  for (let from = 0; from < some.length; from += size) {
    const part = some.subarray(from, from + size)
    tasks.push({ rows: part, most: Math.floor(limits.listed * (part.length / rows)) })
  }
  const { space, extent, points } = given
  const input = { space, extent, points, wanted }
  const batch = { job: graphJob, input, tasks, count: tasks.length, cost: ofRow * some.length }
  return runBatch(batch, run)
}

/** Rounded up to a multiple of eight: rows are packed by eights. */
function eights(rows: number): number {
  return Math.max(8, Math.ceil(rows / 8) * 8)
}

function allOf(rows: number): Uint32Array {
  return Uint32Array.from({ length: rows }, (_, row) => row)
}

/** The lists of all rows; null where some were too long. */
export function joinLists(parts: readonly GraphPart[], rows: number): NeighbourLists | null {
  const found = parts.map(({ lists }) => lists)
  if (found.some((lists) => lists === null)) return null
  const lists = found as readonly NeighbourLists[]
  const total = lists.reduce((sum, { rows: listed }) => sum + listed.length, 0)
  const joined = {
    starts: new Uint32Array(rows + 1),
    rows: new Uint32Array(total),
    squares: new Float64Array(total),
  }
  let row = 0
  let at = 0
  for (const { starts, rows: listed, squares } of lists) {
    joined.rows.set(listed, at)
    joined.squares.set(squares, at)
    for (let i = 1; i < starts.length; i++) joined.starts[++row] = at + starts[i]
    at += listed.length
  }
  return joined
}

/** The numbers of all parts, one after the other. */
export function joinNumbers(parts: readonly GraphPart[], length: number): Float64Array {
  const joined = new Float64Array(length)
  let at = 0
  for (const { numbers } of parts) {
    joined.set(numbers, at)
    at += numbers.length
  }
  return joined
}
