import { CribaError } from '#core'
import type { Counts, Level } from '#core'
import type { Axes } from './quantities.ts'

/** The total count of a table. */
export function countRows({ cells }: Counts): number {
  return cells.reduce((sum, count) => sum + count, 0)
}

/** The marginal table of some axes, in their order in the table: the counts summed over the other axes. */
export function marginal(table: Counts, axes: Axes): Counts {
  const cells = new Float64Array(sizeOf(table, axes))
  const places = placesIn(table, axes)
  table.cells.forEach((count, cell) => (cells[places[cell]] += count))
  return { levels: table.levels.filter((_, axis) => axes.includes(axis)), cells }
}

/** The part of a table with one level of each given axis. */
export interface Slice {
  /** The levels of the given axes, in the order of the table's axes. */
  readonly level: readonly Level[]
  readonly rows: number
  /** Share of the table's rows. */
  readonly weight: number
  /** All axes of the whole table; the given ones have one level. */
  readonly table: Counts
}

/** Slices a table along some axes, one slice for each joint level with rows, in row-major order. */
export function slices(table: Counts, given: Axes): readonly Slice[] {
  const others = table.levels.map((_, axis) => axis).filter((axis) => !given.includes(axis))
  const places = placesIn(table, others)
  const owners = placesIn(table, given)
  const size = sizeOf(table, others)
  const rows = marginal(table, given)
  const cells = new Map<number, Float64Array>()
  rows.cells.forEach((count, slice) => count > 0 && cells.set(slice, new Float64Array(size)))
  table.cells.forEach((count, cell) => {
    if (count > 0) cells.get(owners[cell])![places[cell]] = count
  })
  const n = countRows(rows)
  return [...cells].map(([slice, own]) => {
    const level = levelsAt(rows, slice)
    const left = [...level]
    const levels = table.levels.map((axis, i) => (given.includes(i) ? [left.shift()!] : axis))
    return { level, rows: rows.cells[slice], weight: rows.cells[slice] / n, table: { levels, cells: own } }
  })
}

/** The joint level of one cell. */
function levelsAt({ levels }: Counts, cell: number): readonly Level[] {
  let rest = cell
  return levels
    .toReversed()
    .map((axis) => {
      const level = axis[rest % axis.length]
      rest = Math.floor(rest / axis.length)
      return level
    })
    .reverse()
}

function sizeOf({ levels }: Counts, axes: Axes): number {
  return levels.reduce((product, axis, i) => (axes.includes(i) ? product * axis.length : product), 1)
}

/** For each cell its index in the marginal table of some axes. */
function placesIn({ levels, cells }: Counts, axes: Axes): Int32Array {
  const wrong = axes.find((axis) => !(axis in levels))
  if (wrong !== undefined)
    throw new CribaError('invalid', `invalid axis: ${wrong} (the table has ${levels.length})`)
  const strides = new Int32Array(levels.length)
  let stride = 1
  for (let axis = levels.length - 1; axis >= 0; axis--) {
    if (!axes.includes(axis)) continue
    strides[axis] = stride
    stride *= levels[axis].length
  }
  const places = new Int32Array(cells.length)
  const level = new Int32Array(levels.length)
  let place = 0
  for (let cell = 0; cell < places.length; cell++) {
    places[cell] = place
    for (let axis = levels.length - 1; axis >= 0; axis--) {
      place += strides[axis]
      if (++level[axis] < levels[axis].length) break
      place -= strides[axis] * level[axis]
      level[axis] = 0
    }
  }
  return places
}
