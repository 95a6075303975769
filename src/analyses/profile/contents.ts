import { limits, singles, variablesOf } from '#core'
import { namesRows } from '#files/cells'
import type { Entropies, EntropyRequest, MomentsOfFamily, MomentsRequest, Variable, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ScopeColumn } from '../scope/scope.ts'
import type { TargetFacts } from '../scope/target.ts'
import { isCode, mayNameTexts } from './code-values.ts'
import { listedValues } from './listed-values.ts'

/** Numbers with at most this many distinct values are read as levels too. */
const fewValues = 1000
/** With more numeric columns than these, only those that may matter are read so. */
const fewColumns = 200

/** A column of at most so many different numbers is a scale. */
export const valuesOfScale = 20

/** Fewer repeated values may repeat in the same rows of two columns by chance. */
const fewestRepeats = 5

/** Columns of more levels are not compared with the target. */
export const mostLevels = 1000
/** With fewer rows per level on average, numbers are cut instead of read as levels. */
export const rowsOfLevel = 10

/** With fewer expected collisions, whole numbers may all differ by chance. */
export const fewestCollisions = 10

/** The contents of a column, counted over the rows that have a target. */
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
  /** The same, and beside many numeric columns those of scales too, whose values are not read otherwise. */
  readonly listed: readonly number[] | null
  /** Null where it has no number. */
  readonly numbers: NumberFacts | null
}

interface NumberFacts {
  readonly n: number
  readonly mean: number
  /** Σ (x − mean)². */
  readonly m2: number
  readonly min: number
  readonly max: number
}

/** Counts the values of columns that may be levels, and sums those of numbers. */
export async function contentsOf(
  batcher: RequestBatcher,
  columns: readonly ScopeColumn[],
  targets: readonly ScopeColumn[],
  facts: Pick<TargetFacts, 'classes' | 'classNames' | 'values'>,
  view: View,
): Promise<readonly ColumnContents[]> {
  const numeric = columns.filter(({ type }) => type === 'numeric')
  const ofFeatures = numeric.filter((column) => !targets.includes(column))
  const ofTarget = numeric.filter((column) => targets.includes(column))
  const texts = columns.filter(
    ({ type, distinct }) => type === 'categorical' && (distinct === null || distinct <= limits.cells),
  )
  const ofTexts = texts.map(({ column }): Variable => ({ column, coding: { kind: 'values' } }))
  const [[own, found], [textCounts]] = await batcher.request([
    [momentsOf(ofTarget, view), sharedMoments(batcher, momentsOf(ofFeatures, view), facts)],
    [entropiesOf(ofTexts, view)],
  ] as const)
  const numbersOf = new Map([
    ...ofTarget.map(({ column }, member) => [column, factsOfMember(own, member)] as const),
    ...ofFeatures.map(({ column }, member) => [column, factsOfMember(found, member)] as const),
  ])
  // With many columns, only those are read value by value that may recode a text or the target, or may be
  // nearly constant.
  const levelCounts = new Set(textCounts.cells)
  const mostOfTexts = [...levelCounts, facts.classNames.length].reduce(
    (most, n) => (n <= fewValues ? Math.max(most, n) : most),
    0,
  )
  const most = numeric.length <= fewColumns ? fewValues : mostOfTexts
  const upTo = (column: ScopeColumn) =>
    targets.includes(column) || mayBeConstant(numbersOf.get(column.column)!) ? fewValues : most
  const read = numeric
    .map((column) => ({
      column,
      few: upTo(column),
      all: mayBeScale(numbersOf.get(column.column)!) ? valuesOfScale : 0,
    }))
    .filter(({ few, all }) => few + all > 0)
  const listed = await listedValues(
    batcher,
    read.map(({ column, few, all }) => ({ column, most: Math.max(few, all) })),
    view,
  )
  const values = new Map(
    read.map(({ column, few }): [number, readonly number[] | null] => {
      const all = listed.get(column.column) ?? null
      return [column.column, all !== null && all.length <= few ? all : null]
    }),
  )

  const partial = columns.map((column): PartialContents => {
    const numbers = numbersOf.get(column.column) ?? null
    const isNone = numbers === null || numbers.n === 0
    return {
      column,
      values: values.get(column.column) ?? null,
      listed: listed.get(column.column) ?? null,
      numbers: isNone ? null : numbers,
    }
  })
  const counts = recodedCounts(partial, levelCounts, targets)
  const recoding = partial.flatMap((one): [ScopeColumn, Variable][] => {
    const levels = levelsOf(one, levelCounts, counts)
    return levels ? [[one.column, levels]] : []
  })
  const [[numberCounts]] = await batcher.request([
    [
      entropiesOf(
        recoding.map(([, levels]) => levels),
        view,
      ),
    ],
  ])
  const counted = new Map([
    ...texts.map(({ column }, place) => [column, countOf(ofTexts[place], textCounts, place)] as const),
    ...recoding.map(([{ column }, levels], i) => [column, countOf(levels, numberCounts, i)] as const),
  ])

  return partial.map(({ column, values, listed, numbers }): ColumnContents => {
    const count = counted.get(column.column)
    if (count === undefined) {
      const n = numbers?.n ?? (column.type === 'numeric' ? 0 : batcher.source.rows - column.missing)
      return {
        column,
        n,
        distinct: values?.length ?? column.distinct,
        levels: null,
        values,
        listed,
        bits: [0, 0],
        numbers,
      }
    }
    return { column, values, listed, numbers, ...count }
  })
}

function entropiesOf(each: readonly Variable[], view: View): EntropyRequest {
  return { kind: 'entropy', family: singles(each), view }
}

/** What is known of a column once its levels are counted. */
function countOf(
  levels: Variable,
  { n, high, low, cells }: Entropies,
  member: number,
): Pick<ColumnContents, 'n' | 'distinct' | 'levels' | 'bits'> {
  return { n: n[member], distinct: cells[member], levels, bits: [high[member], low[member]] }
}

function momentsOf(columns: readonly ScopeColumn[], view: View): MomentsRequest {
  const each = columns.map(({ column }): Variable => ({ column, coding: null }))
  return { kind: 'moments', family: singles(each), of: 'values', view }
}

/**
 * The request, or one that the run has made or makes for leaks, whose answer holds these moments too: by
 * class, or of pairs with a target of numbers.
 */
function sharedMoments(
  batcher: RequestBatcher,
  plain: MomentsRequest,
  { classes, values }: Pick<TargetFacts, 'classes' | 'values'>,
): MomentsRequest {
  const each = [...variablesOf(plain.family)]
  if (each.length === 0) return plain
  if (!classes) return values ? { ...plain, family: { base: [values], each } } : plain
  const byClass = { ...plain, by: classes }
  return batcher.knows(byClass) ? byClass : plain
}

/** The moments of the last variable of a member, over all levels of `by`. */
function factsOfMember({ classes, width, ...sums }: MomentsOfFamily, member: number): NumberFacts {
  const first = member * classes
  const at = (cell: number) => cell * width + width - 1
  const m2Of = (cell: number) => sums.comoment[at(cell) * width + width - 1]
  if (classes === 1) {
    const place = at(first)
    return {
      n: sums.n[first],
      mean: sums.mean[place],
      m2: m2Of(first),
      min: sums.min[place],
      max: sums.max[place],
    }
  }
  let [n, mean, m2, min, max] = [0, 0, 0, Infinity, -Infinity]
  for (let cell = first; cell < first + classes; cell++) n += sums.n[cell]
  for (let cell = first; cell < first + classes; cell++)
    if (sums.n[cell] > 0) mean += sums.mean[at(cell)] * (sums.n[cell] / n)
  for (let cell = first; cell < first + classes; cell++) {
    const own = sums.n[cell]
    if (own === 0) continue
    const place = at(cell)
    const away = sums.mean[place] - mean
    m2 = m2 + m2Of(cell) + own * away * away
    min = Math.min(min, sums.min[place])
    max = Math.max(max, sums.max[place])
  }
  return { n, mean, m2, min, max }
}

/** The contents of a column before its levels are counted. */
type PartialContents = Pick<ColumnContents, 'column' | 'values' | 'listed' | 'numbers'>

/**
 * The numbers of levels that a column may recode: those of texts, of the target, and those that two or more
 * numeric columns share, if their values repeat so often that they would not repeat in the same rows by
 * chance.
 */
function recodedCounts(
  columns: readonly PartialContents[],
  ofTexts: ReadonlySet<number>,
  targets: readonly ScopeColumn[],
): ReadonlySet<number> {
  const counts = new Set(ofTexts)
  const seen = new Set<string>()
  for (const { column, values, numbers } of columns) {
    if (values === null || numbers === null) continue
    const count = values.length
    const key = `${count} of ${numbers.n}`
    if (targets.includes(column) || seen.has(key)) counts.add(count)
    else if (isCode(values) && numbers.n - count >= fewestRepeats) seen.add(key)
  }
  return counts
}

/**
 * Numbers as levels, where these are worth counting: they may recode texts or the target, because they have as
 * many values, may be nearly constant, or may identify rows.
 */
function levelsOf(
  { column: { column, name, mayIdentify }, values, numbers }: PartialContents,
  ofTexts: ReadonlySet<number>,
  counts: ReadonlySet<number>,
): Variable | null {
  if (numbers === null) return null
  const mayRecode =
    values !== null &&
    ((counts.has(values.length) && isCode(values)) ||
      (ofTexts.has(values.length) && mayNameTexts(values, numbers)))
  if (values && (mayRecode || mayBeConstant(numbers)))
    return { column, coding: { kind: 'levels', levels: values } }
  return mayIdentify && (expectedCollisions(numbers) >= fewestCollisions || namesRows(name))
    ? { column, coding: { kind: 'values' } }
    : null
}

/** Scales begin or end at a whole number. */
function mayBeScale({ n, min, max }: NumberFacts): boolean {
  return n > 0 && (Number.isInteger(min) || Number.isInteger(max))
}

/** Where 99 of 100 values are equal, the variance is at most this. */
function mayBeConstant({ n, m2, min, max }: NumberFacts): boolean {
  return m2 <= 0.01 * n * (max - min) * (max - min)
}

/** The expected number of collisions of n whole numbers drawn from a range of r: n(n−1)/2r. */
export function expectedCollisions({ n, min, max }: Pick<NumberFacts, 'n' | 'min' | 'max'>): number {
  return (n * (n - 1)) / (2 * (max - min + 1))
}

/** Whether levels are so few that many rows share one. */
export function hasFewLevels({ column: { type }, n, distinct, values }: ColumnContents): boolean {
  const count = type === 'categorical' ? (distinct ?? Infinity) : (values?.length ?? Infinity)
  return count > 1 && count <= Math.min(mostLevels, n / rowsOfLevel)
}
