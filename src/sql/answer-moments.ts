import { emptyMoments, emptyMomentsOfFamily, membersOf, putMoments } from '#core'
import type { Moments, MomentsOfFamily, MomentsRequest, Variable } from '#core'
import type { SqlBatch } from './batch.ts'
import type { Dialect } from './dialect.ts'
import type { ResultRow } from './engine.ts'
import { conditions, numbersOf, rangeOf } from './from.ts'
import { groupedFrom, requireGrouping } from './grouped-rows.ts'
import type { GroupedRows } from './grouped-rows.ts'
import { momentChunksOf } from './moment-chunks.ts'
import type { ChunkPart, MomentChunk } from './moment-chunks.ts'
import { momentPasses } from './moment-passes.ts'
import type { Relation } from './relation.ts'
import { rowKey } from './row-key.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

/**
 * Computes moments of values: many small sets per query, each summed on one thread or exactly, so that sums
 * are the same to the bit.
 */
export function momentsTask(request: MomentsRequest, batch: SqlBatch): QueryTask {
  const { family, by } = request
  const members = [...membersOf(family)]
  const rows = requireGrouping(request, batch)
  const moments = new MomentAccumulator(members.length, members[0]?.length ?? 0)
  const statements = momentChunksOf(members, batch.relation).flatMap((chunk) => {
    const take = (row: ResultRow) => chunk.parts.forEach((part) => takePart(part, chunk, row, moments))
    return batch.relation.engine.dialect.windows
      ? [
          query(
            () => chunkQuery(chunk, batch, rows),
            take,
            () => true,
          ),
        ]
      : momentPasses(chunk, rows, batch, take)
  })
  const finish = () => moments.finish(by ? batch.names(by).length : 1)
  return { request: 'moments', sets: members.length, statements, finish }
}

function chunkQuery(chunk: MomentChunk, batch: SqlBatch, grouped: GroupedRows): string {
  const expressions = chunk.variables.map((variable, i) => `${numbersOf(batch.relation, variable)} AS x${i}`)
  const { dialect } = batch.relation.engine
  const { from, isJoined, where, by, weight } = groupedFrom(grouped, expressions, batch)
  const columns = chunk.columns.map((column, i) => `${column} AS c${i}`)
  return momentsQuery(
    {
      rows: `SELECT ${[`${by} AS b`, `${dialect.double(weight ?? '1')} AS w`, ...columns, ...(isJoined ? [rowKey] : [])].join(', ')} FROM ${from}${conditions([...where, ...chunk.where])}`,
      orderBy: isJoined ? rowKey : undefined,
      columns: columns.length,
      large: chunk.variableOf.map((variable) => isLarge(batch.relation, variable)),
      products: chunk.products,
      sums: [],
      isWeighted: weight !== null,
      isGrouped: grouped.by !== null,
    },
    dialect,
  )
}

/** Sums of larger numbers may be infinite. */
const mostSummed = 1e290

function isLarge(relation: Relation, variable: Variable): boolean {
  if (!relation.columns[variable.column].range) return false
  return rangeOf(relation, variable).some((end) => Math.abs(end) > mostSummed)
}

/** Adds the moments of one member from a result row of `momentsQuery`. */
export function takePart(
  { member, columns, products }: ChunkPart,
  chunk: { columns: ArrayLike<unknown> },
  row: ResultRow,
  moments: MomentAccumulator,
): void {
  const level = row[0] as number
  const found = columns.map(([place, column]) => [place, row.slice(1 + 5 * column, 6 + 5 * column)] as const)
  if (found[0][1][0] === 0) return
  for (const [place, values] of found) moments.set(member, level, place, values as unknown as ColumnMoments)
  const first = 1 + 5 * chunk.columns.length
  for (const [a, b, product] of products)
    moments.setProduct(member, level, a, b, row[first + product] as number)
}

/**
 * A query for the moments of the columns `c0`, `c1`, … of `rows`, which also has a class `b` and a weight
 * `w`.
 */
interface MomentsQuery {
  /** SELECT b, w, c0, c1, …; a number is NULL in rows that do not count for it; b and w are never NULL. */
  readonly rows: string
  /** A column of `rows` to sort by, if their order is not the same in every run. */
  readonly orderBy?: string | undefined
  readonly columns: number
  /** Columns of numbers so large that their mean is of parts of them. */
  readonly large?: readonly boolean[]
  /** Pairs of columns whose centred products are summed. */
  readonly products: readonly (readonly [number, number])[]
  /** Additional weighted sums over the rows. */
  readonly sums: readonly string[]
  readonly isWeighted: boolean
  /** Whether there are classes; if not, b is always 0. */
  readonly isGrouped: boolean
}

/**
 * SQL for moments in two passes over the rows: first the means, then the sums of centred products. One result
 * row per class: b; then n, mean, min, max and the rounding error of the mean for each column; then the
 * products; then the additional sums.
 */
export function momentsQuery(query: MomentsQuery, dialect: Dialect): string {
  // Rows are summed in order.
  const sum = (expression: string) => dialect.preciseSum(expression, { most: Infinity, rows: Infinity })
  const { columns, products, sums, isWeighted, isGrouped, orderBy, large = [] } = query
  const numbers = Array.from({ length: columns }, (_, i) => i)
  const times = isWeighted ? 'w * ' : ''
  const count = (i: number) =>
    isWeighted ? sum(`CASE WHEN c${i} IS NULL THEN 0 ELSE w END`) : dialect.double(`count(c${i})`)
  // A power of two changes no digit.
  const part = dialect.double('18446744073709551616')
  const mean = (i: number, numbers: string, n: string) =>
    large[i]
      ? `${sum(`${times}(${numbers.replaceAll(/[cm]\d+/g, `$& / ${part}`)})`)} / ${n} * ${part}`
      : `${sum(`${times}(${numbers})`)} / ${n}`
  const centre = (i: number) =>
    `${count(i)} AS n${i}, ${mean(i, `c${i}`, count(i))} AS m${i}, min(c${i}) AS min${i}, max(c${i}) AS max${i}`
  const rest = (i: number) => `${mean(i, `c${i} - m${i}`, `any_value(n${i})`)} AS low${i}`
  const spread = [
    ...products.map(([i, j]) => sum(`${times}(c${i} - m${i}) * (c${j} - m${j})`)),
    ...sums.map((term) => sum(`${times}${term}`)),
  ]
  const [b, join, group] = isGrouped
    ? ['b', 'JOIN centres USING (b)', ' GROUP BY b']
    : ['0 AS b', 'CROSS JOIN centres', '']
  const answers = [
    ...numbers.flatMap((i) => [`n${i}`, `m${i}`, `min${i}`, `max${i}`, `low${i}`]),
    ...spread.map((_, i) => `s${i}`),
  ]
  const [ordered, rows] =
    orderBy === undefined
      ? ['', `(${query.rows})`]
      : [`ordered AS MATERIALIZED (${query.rows} ORDER BY ${orderBy}), `, 'ordered']
  // The centres, one row per class, are materialised, so that they are summed once although they are joined
  // twice.
  return (
    `WITH ${ordered}centres AS MATERIALIZED (SELECT ${[b, ...numbers.map(centre)].join(', ')} FROM ${rows}${group}), ` +
    `spread AS (SELECT ${[b, ...numbers.map(rest), ...spread.map((sum, i) => `${sum} AS s${i}`)].join(', ')} FROM ${rows} ${join}${group}) ` +
    `SELECT b, ${answers.join(', ')} FROM centres JOIN spread USING (b)`
  )
}

/** Total weight, mean, minimum and maximum of a variable, and the rounding error of the mean. */
type ColumnMoments = readonly [n: number, mean: number, min: number, max: number, meanLow: number]

/** Collects the moments of a family, which arrive in parts of members. */
export class MomentAccumulator {
  readonly #members: Map<number, Writable<Moments>>[]
  readonly #width: number
  readonly #ties: Float64Array

  constructor(members: number, width: number) {
    this.#members = Array.from({ length: members }, () => new Map<number, Writable<Moments>>())
    this.#width = width
    this.#ties = new Float64Array(members * width)
  }

  /** Sets total weight, mean and extremes of one variable of a member within a class. */
  set(member: number, level: number, variable: number, [n, mean, min, max, meanLow]: ColumnMoments): void {
    const moments = this.#of(member, level)
    moments.n = n
    moments.mean[variable] = mean
    moments.meanLow[variable] = meanLow
    moments.min[variable] = min
    moments.max[variable] = max
  }

  /** Sets the centred co-moment of two variables of a member within a class. */
  setProduct(member: number, level: number, a: number, b: number, product: number): void {
    const { comoment } = this.#of(member, level)
    comoment[a * this.#width + b] = product
    comoment[b * this.#width + a] = product
  }

  /** Adds the ties of a variable in one class. */
  addTies(member: number, variable: number, ties: number): void {
    this.#ties[member * this.#width + variable] += ties
  }

  /** The moments of all members; a class without rows stays empty. */
  finish(classes: number): MomentsOfFamily {
    const family = emptyMomentsOfFamily(this.#members.length, classes, this.#width)
    this.#members.forEach((levels, member) => {
      for (const [level, moments] of levels) putMoments(family, member, level, centred(moments))
    })
    family.ties.set(this.#ties)
    return family
  }

  #of(member: number, level: number): Writable<Moments> {
    const levels = this.#members[member]
    let moments = levels.get(level)
    if (!moments) {
      moments = { ...emptyMoments(this.#width) }
      levels.set(level, moments)
    }
    return moments
  }
}

/**
 * Corrects products, which were centred on the rounded mean: centred on the exact mean they are less by
 * n·low·low.
 */
function centred(moments: Moments): Moments {
  const { n, meanLow, comoment } = moments
  const width = meanLow.length
  return {
    ...moments,
    comoment: comoment.map(
      (sum, cell) => sum - n * meanLow[Math.floor(cell / width)] * meanLow[cell % width],
    ),
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }
