import { singles } from '../../statistics/family.ts'
import { limits } from '../../statistics/request.ts'
import type { EntropyRequest, MomentsRequest, OrderRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { Asker } from '../play/ask.ts'
import type { PlayedColumn } from '../play/play.ts'

/** Numbers of at most so many distinct values are looked at as levels too. */
const fewValues = 1000

/** Whole numbers that would meet less often by chance may be different by chance. */
export const fewestMeetings = 10

/** What a column holds, counted over the rows that have a target. */
export interface Contents {
  readonly column: PlayedColumn
  /** How many rows have a value. */
  readonly n: number
  /** How many distinct values there are; null where they are too many to be counted. */
  readonly distinct: number | null
  /** Its values as levels, and n·H of them in bits, where they were counted. */
  readonly levels: Variable | null
  readonly bits: readonly [high: number, low: number]
  /** Its distinct numbers, where they are few. */
  readonly values: readonly number[] | null
  /** Null where it holds no number. */
  readonly numbers: NumberFacts | null
}

export interface NumberFacts {
  readonly n: number
  readonly mean: number
  /** Σ (x − mean)². */
  readonly m2: number
  readonly min: number
  readonly max: number
}

/** Counts the values of columns, and sums up those of numbers. */
export async function contentsOf(
  asker: Asker,
  columns: readonly PlayedColumn[],
  target: PlayedColumn | null,
  view: View,
): Promise<readonly Contents[]> {
  const numeric = columns.filter(({ type }) => type === 'numeric')
  const orders = numeric.map(({ column }): OrderRequest => {
    return { kind: 'order', variable: { column, coding: null }, at: [], distinctUpTo: fewValues, view }
  })
  const moments: MomentsRequest = {
    kind: 'moments',
    family: singles(numeric.map(({ column }) => ({ column, coding: null }))),
    of: 'values',
    view,
  }
  const [found, [sums]] = await asker.ask([orders, [moments]])
  const places = new Map(numeric.map(({ column }, place) => [column, place]))

  const known = columns.map((column): Known => {
    const place = places.get(column.column)
    if (place === undefined) return { column, values: null, numbers: null }
    const { n, distinct } = found[place]
    const { mean, comoment, min, max } = sums
    const numbers = { n, mean: mean[place], m2: comoment[place], min: min[place], max: max[place] }
    return { column, values: distinct, numbers: n > 0 ? numbers : null }
  })
  const counts = new Set(known.flatMap((one) => levelCount(one, target) ?? []))
  const counted = known.flatMap((one): [PlayedColumn, Variable][] => {
    const levels = levelsOf(one, counts)
    return levels ? [[one.column, levels]] : []
  })
  const entropies: EntropyRequest = {
    kind: 'entropy',
    family: singles(counted.map(([, levels]) => levels)),
    view,
  }
  const [[{ n, high, low, cells }]] = await asker.ask([[entropies]])
  const placesCounted = new Map(counted.map(([{ column }], place) => [column, place]))

  return known.map(({ column, values, numbers }): Contents => {
    const level = placesCounted.get(column.column)
    if (level === undefined) {
      const n = numbers?.n ?? (column.type === 'numeric' ? 0 : asker.source.rows - column.missing)
      return {
        column,
        n,
        distinct: values?.length ?? column.distinct,
        levels: null,
        values,
        bits: [0, 0],
        numbers,
      }
    }
    return {
      column,
      n: n[level],
      distinct: cells[level],
      levels: counted[level][1],
      values,
      bits: [high[level], low[level]],
      numbers,
    }
  })
}

/** What is known of a column before its levels are counted. */
type Known = Pick<Contents, 'column' | 'values' | 'numbers'>

/** How many levels a column has that others may recode: of texts, and of the target. */
function levelCount({ column, values }: Known, target: PlayedColumn | null): number | null {
  if (column.type === 'categorical') return column.distinct
  return column === target ? (values?.length ?? null) : null
}

/**
 * A column by its values as levels, where these are worth counting: texts; numbers that may recode texts or the target, as
 * they have as many values; that may be nearly constant; or that may name their rows.
 */
function levelsOf(
  { column: { column, type, distinct, mayIdentify }, values, numbers }: Known,
  counts: ReadonlySet<number>,
): Variable | null {
  if (type === 'categorical') {
    return distinct !== null && distinct > limits.cells ? null : { column, coding: { kind: 'values' } }
  }
  if (numbers === null) return null
  const range = numbers.max - numbers.min
  // 99 of 100 equal values leave no more variance than this.
  const mayBeConstant = numbers.m2 <= 0.01 * numbers.n * range * range
  if (values && (counts.has(values.length) || mayBeConstant))
    return { column, coding: { kind: 'levels', levels: values } }
  return mayIdentify && meetings(numbers) >= fewestMeetings ? { column, coding: { kind: 'values' } } : null
}

/** How often whole numbers are expected to meet where they are drawn from their range: n(n−1)/2r times. */
export function meetings({ n, min, max }: Pick<NumberFacts, 'n' | 'min' | 'max'>): number {
  return (n * (n - 1)) / (2 * (max - min + 1))
}
