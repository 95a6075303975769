import type { SampledColumn } from '#core'
import { shortNumber } from '../numbers.ts'

/**
 * The rows of two levels as a rectangle: its place as shares of the figure, from the left and from the top.
 */
export interface Tile {
  readonly a: number
  readonly b: number
  readonly left: number
  readonly width: number
  readonly top: number
  readonly height: number
  readonly rows: number
  /** Of classes: the share of each, as the target lists them. */
  readonly classes?: readonly number[]
  /** Of a numeric target: the mean of the shares of rows with a smaller value. */
  readonly level?: number
}

/**
 * A mosaic of two columns of levels: as wide as the share of the rows with a level of a, as high as the share
 * of those that have a level of b. Only rows with all three values count.
 */
export function mosaicOf(a: SampledColumn, b: SampledColumn, target: SampledColumn): readonly Tile[] {
  const levelsOfA = a.levels?.length ?? 0
  const levelsOfB = b.levels?.length ?? 0
  const ranks = target.levels ? null : rankShares(target.values)
  const cells = Array.from({ length: levelsOfA * levelsOfB }, () => ({
    rows: 0,
    level: 0,
    classes: (target.levels ?? []).map(() => 0),
  }))
  a.values.forEach((x, row) => {
    const [y, z] = [b.values[row], target.values[row]]
    if (x === null || y === null || z === null) return
    const cell = cells[x * levelsOfB + y]
    cell.rows++
    if (ranks) cell.level += ranks[row]!
    else cell.classes[z]++
  })
  const total = cells.reduce((sum, { rows }) => sum + rows, 0)
  const tiles: Tile[] = []
  let left = 0
  for (let x = 0; x < levelsOfA; x++) {
    const column = cells.slice(x * levelsOfB, (x + 1) * levelsOfB)
    const inColumn = column.reduce((sum, { rows }) => sum + rows, 0)
    const width = total > 0 ? inColumn / total : 0
    let top = 0
    column.forEach(({ rows, classes, level }, y) => {
      if (rows === 0) return
      const height = rows / inColumn
      const of = ranks ? { level: level / rows } : { classes: classes.map((one) => one / rows) }
      tiles.push({ a: x, b: y, left, width, top, height, rows, ...of })
      top += height
    })
    left += width
  }
  return tiles
}

/** Numbers with at most so many values are drawn as levels. */
const mostValues = 7

/** A column whose few numbers are levels, in their order; others as they are. */
export function fewAsLevels(column: SampledColumn): SampledColumn {
  const { levels, time, values } = column
  if (levels || time) return column
  const found = [...new Set(values)].filter((value) => value !== null).sort((a, b) => a - b)
  if (found.length > mostValues) return column
  return {
    ...column,
    levels: found.map((value) => ({ name: shortNumber(value) })),
    values: values.map((value) => (value === null ? null : found.indexOf(value))),
  }
}

/**
 * For each number the share of the others that are smaller, ties in the middle: 0 for the least, 1 for the
 * greatest.
 */
export function rankShares(values: readonly (number | null)[]): readonly (number | null)[] {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b)
  const middles = new Map<number, number>()
  for (let start = 0; start < sorted.length;) {
    let end = start
    while (end + 1 < sorted.length && sorted[end + 1] === sorted[start]) end++
    middles.set(sorted[start], sorted.length > 1 ? (start + end) / 2 / (sorted.length - 1) : 0.5)
    start = end + 1
  }
  return values.map((value) => (value === null ? null : middles.get(value)!))
}
