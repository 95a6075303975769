import { CribaError, invalidWeight, mostWeight, samplingGrid, samplingScale } from '#core'
import type { Permutation, SamplingScale, View } from '#core'
import type { CountedSet } from './cells.ts'
import type { CodedColumn } from './coded-column.ts'
import type { Dialect, SumBounds } from './dialect.ts'
import { oneRow } from './engine.ts'
import type { Relation } from './relation.ts'

/**
 * A filter for completeness in more columns than this is stored in a table, so that not every query reads
 * them all.
 */
export const manyMasks = 16

/**
 * The rows that a view includes, and how much each counts: an expression over coded columns, 0 for an
 * excluded row.
 */
export interface RowFilter {
  readonly sql: string
  readonly columns: readonly CodedColumn[]
  /** The column of weights; `undefined` if every included row counts once. */
  readonly weights: WeightColumn | undefined
}

/**
 * A permutation of a column, and the rows it permutes: those that a filter includes and that have a value.
 */
export interface Permuted {
  readonly column: number
  readonly permutation: Permutation
  readonly filter: RowFilter | null
  readonly missingness: CodedColumn | null
}

/** The filter given by one coded column. */
export function filterOfColumn(column: CodedColumn, weights: WeightColumn | undefined): RowFilter {
  return { sql: column.name, columns: [column], weights }
}

/**
 * The condition that excludes rows, and the weight of the others; `null` if every included row counts once.
 */
export function countedRows(
  filter: RowFilter | null,
  fractions: SumBounds | null,
): Pick<CountedSet, 'where' | 'weight'> {
  const { where, weight } = conditionAndWeight(filter)
  return { where, weight: weight === null ? null : { sql: weight, fractions } }
}

/** The conditions of a filter, and the weight of a row as an expression. */
export function conditionAndWeight(filter: RowFilter | null): {
  where: readonly string[]
  weight: string | null
} {
  return {
    where: filter ? [`${filter.sql} > 0`] : [],
    weight: filter?.weights === undefined ? null : filter.sql,
  }
}

/** The weight of the rows that a permutation moves, as a double; 0 if the row keeps its value. */
export function permutedWeight(
  { filter, missingness }: Pick<Permuted, 'filter' | 'missingness'>,
  dialect: Dialect,
): string {
  const weight = dialect.double(filter?.sql ?? '1')
  return missingness ? `CASE WHEN ${missingness.name} = 0 THEN ${weight} ELSE 0 END` : weight
}

/** A column of weights; for sampling weights, also the columns over whose complete rows they are scaled. */
export interface WeightColumn {
  readonly column: number
  readonly sampledOver: readonly number[] | null
  /** Whether weights above 0 count as 1. */
  readonly once: boolean
  /** Identifies the weights: equal weights have equal keys. */
  readonly key: string
}

/** The weights of a view; `undefined` if every row counts once. */
export function weightsOf({ weights, sampledOver, once = false }: View): WeightColumn | undefined {
  if (weights === undefined) return undefined
  const key = `${weights}${sampledOver ? `/${sampledOver.join()}` : ''}${once ? '/once' : ''}`
  return { column: weights, sampledOver: sampledOver ?? null, once, key }
}

/** Facts about a column of weights that was checked. */
export interface SqlWeights {
  /** The scale of sampling weights. */
  readonly scale?: SamplingScale
  /** The total weight of all rows, included or not. */
  readonly total: number
  /** Whether weights are integers, which are summed exactly. */
  readonly isWhole: boolean
  readonly max: number
}

/** SQL that checks a column of weights: one row of sums. */
export function weightQuery(relation: Relation, { column, sampledOver, once }: WeightColumn): string {
  const { from, columns } = relation
  const { dialect } = relation.engine
  const { name, type, sql } = columns[column]
  if (type !== 'numeric') {
    throw new CribaError('invalid', `invalid weights: column ${name} is categorical (needs numbers)`)
  }
  const isBad = badWeight(sql, sampledOver !== null || once)
  const counts = [isBad, `${sql} <> floor(${sql})`].map((is) => dialect.double(dialect.countIf(is)))
  const total = dialect.preciseSum(sql, boundsOf(relation, column))
  return `SELECT ${counts.join(', ')}, coalesce(${total}, 0), coalesce(max(${sql}), 0) FROM ${from}`
}

/** SQL for whether a weight is missing, below 0 or too great. */
function badWeight(sql: string, areRelative: boolean): string {
  return `${sql} IS NULL OR ${sql} < 0${areRelative ? '' : ` OR ${sql} > ${mostWeight}`}`
}

/** What is known of sums of a column. */
function boundsOf({ rows, columns }: Relation, column: number): SumBounds {
  const [min, max] = columns[column].range ?? [0, 0]
  return { most: Math.max(Math.abs(min), Math.abs(max)), rows }
}

/** Checks a column of weights, and computes the scale of sampling weights. */
export async function inspectWeights(relation: Relation, weights: WeightColumn): Promise<SqlWeights> {
  const { column, sampledOver, once } = weights
  const checked = await checkWeights(relation, weights)
  if (once) return { total: relation.rows, isWhole: true, max: 1 }
  if (!sampledOver) return checked
  const { engine, from, rows, columns } = relation
  const { max } = checked
  const masks = sampledOver.map((over) => `${columns[over].sql} IS NOT NULL`)
  const share = `${columns[column].sql} / ${engine.dialect.number(max)}`
  const where = masks.length > 0 ? ` WHERE ${masks.join(' AND ')}` : ''
  const sumOf = (sql: string, most: number) =>
    `coalesce(${engine.dialect.preciseSum(sql, { most, rows })}, 0)`
  const sums = `SELECT ${sumOf(share, 1)}, ${sumOf(`(${share}) * (${share})`, 1)} FROM ${from}${where}`
  const [sum, squares] = (max > 0 ? await oneRow(engine, sums, 2) : [0, 0]) as [number, number]
  const scale = samplingScale(max, sum, squares)
  const mostScaled = scale.multiples / samplingGrid
  const all = `SELECT ${sumOf(scaledExpression(relation, column, scale), Math.max(1, mostScaled))} FROM ${from}`
  const [total] = (await oneRow(engine, all, 1)) as [number]
  // Small weights may sum to less than the number of cells.
  return { scale, total: Math.max(total, rows), isWhole: false, max: mostScaled }
}

/** SQL for a scaled sampling weight, with the arithmetic of `scaledWeight`. */
function scaledExpression({ engine, columns }: Relation, column: number, scale: SamplingScale): string {
  const { sql } = columns[column]
  const number = (value: number) => engine.dialect.number(value)
  const multiples = `floor((${sql} / ${number(scale.max)}) * ${number(scale.multiples)} + 0.5)`
  return `(CASE WHEN ${sql} > 0 THEN greatest(${multiples}, 1) / ${number(samplingGrid)} ELSE 0 END)`
}

/** Refuses a column of weights unless all are numbers of 0 or more, and not too great. */
async function checkWeights(relation: Relation, weights: WeightColumn): Promise<SqlWeights> {
  const query = weightQuery(relation, weights)
  const [bad, fractional, total, max] = (await oneRow(relation.engine, query, 4)) as number[]
  if (bad > 0) throw await refusal(relation, weights)
  return { total, isWhole: fractional === 0 && total <= Number.MAX_SAFE_INTEGER, max }
}

/** The refusal of a bad weight, with the first row that has one, if rows have an order. */
async function refusal(
  { engine, from, key, columns }: Relation,
  { column, sampledOver, once }: WeightColumn,
): Promise<CribaError> {
  const { name, sql } = columns[column]
  const place = key === null ? sql : engine.dialect.double(key)
  const first = `SELECT ${place} AS place, ${sql} FROM ${from} WHERE ${badWeight(sql, sampledOver !== null || once)} ORDER BY place LIMIT 1`
  const [[row, weight]] = (await engine.rows(first)) as [[number, number | null]]
  return invalidWeight(name, key === null ? null : row, String(weight ?? 'missing'))
}

/** SQL for how much a row counts: its weight, or 1, if the columns of `masks` have a value; else 0. */
export function weightExpression(
  relation: Relation,
  masks: readonly number[],
  column: WeightColumn | undefined,
  weights: SqlWeights | undefined,
): string {
  const { engine, columns } = relation
  const weight = column === undefined ? '1' : weightOf(relation, column, weights)
  const { dialect } = engine
  const typed = (sql: string) =>
    !weights || weights.isWhole ? dialect.whole(sql, weights?.max ?? 1) : dialect.double(sql)
  if (masks.length === 0) return typed(weight)
  const complete = masks.map((mask) => `${columns[mask].sql} IS NOT NULL`).join(' AND ')
  return typed(`CASE WHEN ${complete} THEN ${weight} ELSE 0 END`)
}

/** SQL for a weight. A plan is made before the scale is known, and shows unscaled weights. */
function weightOf(
  relation: Relation,
  { column, once }: WeightColumn,
  weights: SqlWeights | undefined,
): string {
  if (once) return `(CASE WHEN ${relation.columns[column].sql} > 0 THEN 1 ELSE 0 END)`
  return weights?.scale ? scaledExpression(relation, column, weights.scale) : relation.columns[column].sql
}
