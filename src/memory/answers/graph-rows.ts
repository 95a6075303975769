import { allocateNumbers, CribaError } from '#core'
import type { FormsRequest, Scale } from '#core'
import type { GraphSpace } from '../neighbours/row-reach.ts'
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
const limits = { fewColumns: 8, most: 1 << 26 }

/** The values row by row, where nearest rows are found from products. */
function pointsOf(columns: readonly { readonly values: Float64Array }[], rows: number): Float64Array | null {
  const width = columns.length
  if (width < limits.fewColumns || width * rows > limits.most) return null
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
    min = Math.min(min, values[row])
    max = Math.max(max, values[row])
  }
  return { min, max }
}
