import { allocateNumbers, checkTable, CribaError, invalidPart, scales, singles } from '#core'
import type { Column, MomentsOfFamily, Scale, Table } from '#core'
import { MemorySource } from '#memory'

/**
 * A table whose numeric columns share one scale: `standard` (mean 0, population standard deviation 1),
 * `minmax` (0 to 1) or `none`. Constant columns become 0, missing values stay missing, categorical columns
 * stay as they are.
 *
 * @example const scaled = await standardise(table, 'minmax')
 * @throws CribaError where a column's values are too large to square
 */
export async function standardise(table: Table, scale: Scale = 'standard'): Promise<Table> {
  checkTable(table)
  if (!scales.includes(scale)) throw invalidPart('scale', scale, scales.join(' or '))
  const places = [...table.columns.keys()].filter((column) => table.columns[column].type === 'numeric')
  const family = singles(places.map((column) => ({ column, coding: null })))
  const [moments] = await new MemorySource(table).answer([
    { kind: 'moments', family, of: 'values', view: {} },
  ])
  const scalings = fitScalings(moments, scale)
  const columns = table.columns.map((column, place): Column => {
    if (column.type === 'categorical') return column
    const scaling = scalings[places.indexOf(place)]
    if (!Number.isFinite(scaling.spread)) {
      throw new CribaError(
        'unsuitable',
        `unsuitable column ${column.name}: its values are too large to scale`,
      )
    }
    const values = allocateNumbers(table.rows)
    column.values.forEach((value, row) => (values[row] = rescale(value, scaling)))
    return { ...column, values }
  })
  return { ...table, columns }
}

/** A fitted scale: x becomes (x − centre) / spread. */
interface Scaling {
  readonly centre: number
  /** 0 for a constant column, which becomes 0. */
  readonly spread: number
}

/**
 * Fits a scale to each variable of a family of single ones: mean and population standard deviation, or
 * minimum and range.
 */
function fitScalings({ n, mean, min, max, comoment }: MomentsOfFamily, scale: Scale): readonly Scaling[] {
  return Array.from(n, (rows, i) => {
    if (scale === 'none') return { centre: 0, spread: 1 }
    if (rows === 0) return { centre: 0, spread: 0 }
    if (scale === 'minmax') return { centre: min[i], spread: max[i] - min[i] }
    return { centre: mean[i], spread: Math.sqrt(comoment[i] / rows) }
  })
}

/** Applies a fitted scale; NaN stays NaN. */
function rescale(value: number, { centre, spread }: Scaling): number {
  if (Number.isNaN(value)) return value
  return spread === 0 ? 0 : (value - centre) / spread
}
