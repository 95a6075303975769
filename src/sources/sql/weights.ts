import { CribaError } from '../../spec/error.ts'
import { limits } from '../../statistics/request.ts'
import type { Relation } from './relation.ts'

/** Facts about a column of weights that was checked. */
export interface Weights {
  /** The weight of all rows, filtered or not. */
  readonly total: number
  /** Whole weights are summed as whole numbers, exactly. */
  readonly isWhole: boolean
  readonly max: number
}

/** The query that checks a column of weights: one row of sums. */
export function weightQuery({ engine, from, columns }: Relation, column: number): string {
  const { name, type, sql } = columns[column]
  if (type !== 'numeric') {
    throw new CribaError('invalid', `invalid weights: column ${name} is categorical (needs numbers)`)
  }
  const bad = `count(*) FILTER (WHERE (${sql} >= 0) IS NOT TRUE)::DOUBLE`
  const broken = `count(*) FILTER (WHERE ${sql} <> floor(${sql}))::DOUBLE`
  return `SELECT ${bad}, ${broken}, coalesce(${engine.dialect.preciseSum(sql)}, 0), coalesce(max(${sql}), 0) FROM ${from}`
}

/** Checks a column of weights: numbers of 0 or more, none missing. */
export async function checkWeights(relation: Relation, column: number): Promise<Weights> {
  const [[bad, broken, total, max]] = (await relation.engine.rows(weightQuery(relation, column))) as [
    [number, number, number, number],
  ]
  if (bad > 0) throw await badWeight(relation, column)
  return { total, isWhole: broken === 0 && total <= Number.MAX_SAFE_INTEGER, max }
}

async function badWeight({ engine, from, key, columns }: Relation, column: number): Promise<CribaError> {
  const { name, sql } = columns[column]
  const first = `SELECT (${key})::DOUBLE AS place, ${sql} FROM ${from} WHERE (${sql} >= 0) IS NOT TRUE ORDER BY place LIMIT 1`
  const [[row, weight]] = (await engine.rows(first)) as [[number, number | null]]
  const message = `invalid weight in column ${name}, row ${row + 1}: ${weight ?? 'missing'} (needs 0 or more)`
  return new CribaError('invalid', message)
}

/** How much each row counts where the columns of `masks` must have a value: its weight, or 1, else 0. */
export function weightExpression(
  { engine, columns }: Relation,
  masks: readonly number[],
  column: number | undefined,
  weights: Weights | undefined,
): string {
  const weight = column === undefined ? '1' : columns[column].sql
  const type = !weights || weights.isWhole ? engine.dialect.wholeType(weights?.max ?? 1) : 'DOUBLE'
  if (masks.length === 0) return `(${weight})::${type}`
  const complete = masks.map((mask) => `${columns[mask].sql} IS NOT NULL`).join(' AND ')
  return `(CASE WHEN ${complete} THEN ${weight} ELSE 0 END)::${type}`
}

/** The distinct values of a column, one more than any table may hold at most. */
export function distinctQuery({ from, columns }: Relation, column: number): string {
  const { sql } = columns[column]
  return `SELECT DISTINCT ${sql} FROM ${from} WHERE ${sql} IS NOT NULL LIMIT ${limits.cells + 1}`
}
