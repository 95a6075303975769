import { scaled, scaleOf } from '../models/scaled-column.ts'
import type { ColumnScale } from '../models/scaled-column.ts'
import type { ModelColumn } from '../threads/model-rows.ts'

/**
 * A column as coordinates of mean 0 and variance 1 over some rows, orthonormal to one another: a number as
 * one.
 */
export type BlockOfCoordinates =
  | { readonly scale: ColumnScale }
  /** For each coordinate the value of each level, 0 of levels that no row has. */
  | { readonly levels: readonly Float64Array[] }

/** How a column is read, by the training rows and their weights. */
export function blockOf(
  column: ModelColumn,
  rows: Int32Array,
  weights: Float64Array | null,
): BlockOfCoordinates {
  if ('values' in column) return { scale: scaleOf(column, rows, weights) }
  const shares = new Float64Array(column.levels)
  let all = 0
  for (const row of rows) {
    const weight = weights ? weights[row] : 1
    shares[column.codes[row]] += weight
    all += weight
  }
  return { levels: contrastsOf(shares.map((share) => share / all)) }
}

/** Each level that rows have against those before it. */
function contrastsOf(shares: Float64Array): readonly Float64Array[] {
  const contrasts: Float64Array[] = []
  let before = 0
  shares.forEach((share, level) => {
    if (share > 0 && before > 0) {
      const size = Math.sqrt(share * before * (share + before))
      contrasts.push(
        shares.map((other, i) => (i > level || other === 0 ? 0 : (i === level ? before : -share) / size)),
      )
    }
    before += share
  })
  return contrasts
}

/** How many coordinates a block has. */
export function widthOf(block: BlockOfCoordinates): number {
  if ('levels' in block) return block.levels.length
  return block.scale.factor === 0 ? 0 : 1
}

/** The values of a coordinate of a column in some rows. */
export function coordinateOf(
  column: ModelColumn,
  block: BlockOfCoordinates,
  coordinate: number,
  rows: Int32Array,
): Float64Array {
  const values = new Float64Array(rows.length)
  if ('values' in column) {
    const { scale } = block as Extract<BlockOfCoordinates, { scale: ColumnScale }>
    for (let i = 0; i < rows.length; i++) values[i] = scaled(column.values[rows[i]], scale)
    return values
  }
  const { levels } = block as Extract<BlockOfCoordinates, { levels: readonly Float64Array[] }>
  const ofLevel = levels[coordinate]
  for (let i = 0; i < rows.length; i++) values[i] = ofLevel[column.codes[rows[i]]]
  return values
}

/**
 * The weights of a number, or of each level, that the weights of coordinates are; and what they add to the
 * intercept.
 */
export function weightsInUnits(
  column: ModelColumn,
  block: BlockOfCoordinates,
  weights: Float64Array,
): { readonly weights: Float64Array; readonly shift: number } {
  if ('levels' in block) {
    const count = (column as Extract<ModelColumn, { levels: number }>).levels
    const ofLevels = new Float64Array(count)
    block.levels.forEach((values, i) => {
      for (let level = 0; level < count; level++) ofLevels[level] += weights[i] * values[level]
    })
    return { weights: ofLevels, shift: 0 }
  }
  const { shift, unit, mean, factor } = block.scale
  if (factor === 0 || weights[0] === 0) return { weights: new Float64Array(1), shift: 0 }
  const inUnits = weights[0] * factor
  return { weights: Float64Array.of(inUnits * unit), shift: -inUnits * (shift * unit + mean) }
}
