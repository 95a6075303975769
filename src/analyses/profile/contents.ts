import { singles } from '../../statistics/family.ts'
import { limits } from '../../statistics/request.ts'
import type { EntropyRequest, MomentsRequest, OrderRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ScopeColumn } from '../scope/scope.ts'

/** Numbers of at most so many distinct values are looked at as levels too. */
const fewValues = 1000
/** So many columns of numbers at most are all looked at so. */
const fewColumns = 200

/** Codes are of a range so many times as wide as they are many, at most. */
const mostOfRange = 10

/** Fewer values that come again may do so in the same rows of two columns by chance. */
const fewestRepeats = 5

/** Columns of more levels are not held against the target. */
export const mostLevels = 1000
/** So many rows share a level on the average, or levels are cut like other numbers. */
const rowsOfLevel = 10

/** Whole numbers that would meet less often by chance may be different by chance. */
export const fewestMeetings = 10

/** What a column holds, counted over the rows that have a target. */
export interface ColumnContents {
  readonly column: ScopeColumn
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

/** Counts the values of columns, as far as these may be levels, and sums up those of numbers. */
export async function contentsOf(
  batcher: RequestBatcher,
  columns: readonly ScopeColumn[],
  { target, classes }: { readonly target: ScopeColumn | null; readonly classes: number },
  view: View,
): Promise<readonly ColumnContents[]> {
  const numeric = columns.filter(({ type }) => type === 'numeric')
  const moments: MomentsRequest = {
    kind: 'moments',
    family: singles(numeric.map(({ column }) => ({ column, coding: null }))),
    of: 'values',
    view,
  }
  const [[sums]] = await batcher.request([[moments]])
  const numbersOf = new Map(
    numeric.map(({ column }, place): [number, NumberFacts] => {
      const { n, mean, comoment, min, max } = sums
      return [
        column,
        { n: n[place], mean: mean[place], m2: comoment[place], min: min[place], max: max[place] },
      ]
    }),
  )
  // Of many columns only those are known value by value that may recode a text or the target, or may be nearly constant.
  const texts = columns.filter(({ type }) => type === 'categorical').map(({ distinct }) => distinct ?? 0)
  const ofTexts = [...texts, classes].reduce((most, n) => (n <= fewValues ? Math.max(most, n) : most), 0)
  const most = numeric.length <= fewColumns ? fewValues : ofTexts
  const upTo = (column: ScopeColumn) =>
    column === target || mayBeConstant(numbersOf.get(column.column)!) ? fewValues : most
  const asked = numeric.filter((column) => upTo(column) > 0)
  const orders = asked.map((column): OrderRequest => {
    const variable = { column: column.column, coding: null }
    return { kind: 'order', variable, at: [], distinctUpTo: upTo(column), view }
  })
  const [found] = await batcher.request([orders])
  const values = new Map(asked.map(({ column }, place) => [column, found[place].distinct]))

  const known = columns.map((column): Known => {
    const numbers = numbersOf.get(column.column) ?? null
    const isNone = numbers === null || numbers.n === 0
    return { column, values: values.get(column.column) ?? null, numbers: isNone ? null : numbers }
  })
  const counts = recodedCounts(known, target)
  const counted = known.flatMap((one): [ScopeColumn, Variable][] => {
    const levels = levelsOf(one, counts)
    return levels ? [[one.column, levels]] : []
  })
  const entropies: EntropyRequest = {
    kind: 'entropy',
    family: singles(counted.map(([, levels]) => levels)),
    view,
  }
  const [[{ n, high, low, cells }]] = await batcher.request([[entropies]])
  const placesCounted = new Map(counted.map(([{ column }], place) => [column, place]))

  return known.map(({ column, values, numbers }): ColumnContents => {
    const level = placesCounted.get(column.column)
    if (level === undefined) {
      const n = numbers?.n ?? (column.type === 'numeric' ? 0 : batcher.source.rows - column.missing)
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
type Known = Pick<ColumnContents, 'column' | 'values' | 'numbers'>

/**
 * Numbers of levels that a column may recode: those of texts, those of the target, and those that two columns of numbers or
 * more share, of which values come again so often that they would not come again in the same rows by chance.
 */
function recodedCounts(known: readonly Known[], target: ScopeColumn | null): ReadonlySet<number> {
  const counts = new Set<number>()
  const seen = new Set<string>()
  for (const { column, values, numbers } of known) {
    const count = column.type === 'categorical' ? column.distinct : (values?.length ?? null)
    if (count === null) continue
    const key = `${count} of ${numbers?.n ?? 0}`
    if (column.type === 'categorical' || column === target || seen.has(key)) counts.add(count)
    else if (numbers !== null && isCode(values!) && numbers.n - count >= fewestRepeats) seen.add(key)
  }
  return counts
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
  if (values && ((counts.has(values.length) && isCode(values)) || mayBeConstant(numbers)))
    return { column, coding: { kind: 'levels', levels: values } }
  return mayIdentify && meetings(numbers) >= fewestMeetings ? { column, coding: { kind: 'values' } } : null
}

/** 99 of 100 equal values leave no more variance than this. */
function mayBeConstant({ n, m2, min, max }: NumberFacts): boolean {
  return m2 <= 0.01 * n * (max - min) * (max - min)
}

/** How often whole numbers are expected to meet where they are drawn from their range: n(n−1)/2r times. */
export function meetings({ n, min, max }: Pick<NumberFacts, 'n' | 'min' | 'max'>): number {
  return (n * (n - 1)) / (2 * (max - min + 1))
}

/** Levels so few that many rows share one. */
export function hasFewLevels({ column: { type }, n, distinct, values }: ColumnContents): boolean {
  const count = type === 'categorical' ? (distinct ?? Infinity) : (values?.length ?? Infinity)
  return count > 1 && count <= Math.min(mostLevels, n / rowsOfLevel)
}

/**
 * Whether numbers may stand for names: two of them, or whole ones close to each other. What is measured goes one to one with
 * other measurements wherever rows are repeated, and is no copy of them.
 */
export function isCode(values: readonly number[]): boolean {
  const range = values[values.length - 1] - values[0]
  return values.length === 2 || (values.every(Number.isInteger) && range < mostOfRange * values.length)
}
