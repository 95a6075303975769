import { membersOf } from '#core'
import type { MomentsRequest, Variable } from '#core'
import { MomentAccumulator, momentsQuery, takePart } from './answer-moments.ts'
import type { SqlBatch } from './batch.ts'
import type { ResultRow } from './engine.ts'
import { completeIn, conditions, numbersOf } from './from.ts'
import { groupedFrom, requireGrouping } from './grouped-rows.ts'
import type { GroupedRows } from './grouped-rows.ts'
import { rowKey } from './row-key.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

/**
 * Computes moments of mid-ranks, one set per query. Doubled mid-ranks are whole numbers, so that their sums
 * and sums of products are exact and can be centred without loss; under fractional weights they are centred
 * in two passes, like values.
 */
export function ranksTask(request: MomentsRequest, batch: SqlBatch): QueryTask {
  const { family, by, view } = request
  const members = [...membersOf(family)]
  const rows = requireGrouping(request, batch)
  const width = members[0]?.length ?? 0
  const moments = new MomentAccumulator(members.length, width)
  const isFractional = () => batch.isFractional(view)
  const statements = members.map((member, number) =>
    query(
      () => rankQuery(member, rows, batch, isFractional()),
      (row) => (isFractional() ? takeFractional : takeWhole)(row, number, width, moments),
      isFractional,
    ),
  )
  const finish = () => moments.finish(by ? batch.names(by).length : 1)
  return { request: 'moments', sets: members.length, statements, finish }
}

function rankQuery(
  member: readonly Variable[],
  grouped: GroupedRows,
  batch: SqlBatch,
  isFractional: boolean,
): string {
  const { relation } = batch
  const { dialect } = relation.engine
  const expressions = member.map((variable, i) => `${numbersOf(relation, variable)} AS x${i}`)
  const { from, where, by, weight } = groupedFrom(grouped, expressions, batch)
  const ranked = rankedRows({
    from,
    where: [...where, ...completeIn(member, relation)],
    columns: member.length,
    by,
    weight,
    ...(isFractional && { key: rowKey }),
  })
  if (!isFractional)
    return rankSums(ranked, member.length, {
      isWeighted: weight !== null,
      isGrouped: grouped.by !== null,
      longType: dialect.windows!.longType,
    })
  const columns = member.map((_, i) => `r${i} / 2 AS c${i}, t${i}`)
  return momentsQuery(
    {
      rows: `SELECT b, w, ${rowKey}, ${columns.join(', ')} FROM (${ranked})`,
      // The order of tied rows is undefined.
      orderBy: rowKey,
      columns: member.length,
      products: pairsOf(member.length),
      sums: member.map((_, i) => `(t${i} * t${i} - 1)`),
      isWeighted: true,
      isGrouped: grouped.by !== null,
    },
    dialect,
  )
}

/** Adds exact sums of doubled ranks from a result row of `rankSums`. */
function takeWhole(row: ResultRow, member: number, width: number, moments: MomentAccumulator): void {
  const [level, ...sums] = row as [number, ...bigint[]]
  const n = sums[0] as bigint | null
  // Without classes there is a result row even if there are no rows.
  if (n === null || n === 0n) return
  const of = (variable: number) => sums.slice(1 + 4 * variable, 5 + 4 * variable)
  for (let variable = 0; variable < width; variable++) {
    const [sum, min, max, ties] = of(variable)
    moments.set(member, level, variable, [Number(n), ratio(sum, 2n * n), Number(min) / 2, Number(max) / 2, 0])
    moments.addTies(member, variable, Number(ties))
  }
  pairsOf(width).forEach(([a, b], pair) => {
    const product = sums[1 + 4 * width + pair]
    moments.setProduct(member, level, a, b, ratio(n * product - of(a)[0] * of(b)[0], 4n * n))
  })
}

/** Adds moments of ranks under fractional weights from a result row of `momentsQuery`. */
function takeFractional(row: ResultRow, member: number, width: number, moments: MomentAccumulator): void {
  const places = Array.from({ length: width }, (_, i) => [i, i] as const)
  const products = pairsOf(width).map(([a, b], product) => [a, b, product] as const)
  takePart({ member, columns: places, products }, { columns: places }, row, moments)
  places.forEach(([variable]) =>
    moments.addTies(member, variable, row[row.length - width + variable] as number),
  )
}

function pairsOf(width: number): readonly (readonly [number, number])[] {
  const numbers = Array.from({ length: width }, (_, i) => i)
  return numbers.flatMap((i) => numbers.slice(i).map((j) => [i, j] as const))
}

/** The quotient of two integers, which may exceed 2^53, as a double. */
function ratio(numerator: bigint, denominator: bigint): number {
  return Number(numerator / denominator) + Number(numerator % denominator) / Number(denominator)
}

/** Rows whose mid-ranks are computed: columns x0, x1, … of a FROM clause, with a class and a weight. */
interface RankedRows {
  readonly from: string
  readonly where: readonly string[]
  readonly columns: number
  /** The expression for the class of a row. */
  readonly by: string
  /** The column of weights, which count as repeated rows; `null` if every row counts once. */
  readonly weight: string | null
  /** A column to return with the ranks, if any. */
  readonly key?: string
}

/**
 * SQL that selects b, w, and for each column r (twice the mid-rank, an integer if weights are) and t (the
 * weight of the tied values). In sorted order, `below` values come before the ties and `upto` up to their
 * end: r = below + upto + 1.
 */
function rankedRows({ from, where, columns, by, weight, key }: RankedRows): string {
  const numbers = Array.from({ length: columns }, (_, i) => i)
  const places = numbers.map((i) =>
    weight === null
      ? `rank() OVER o${i} - 1 AS below${i}, round(cume_dist() OVER o${i} * count(*) OVER ())::BIGINT AS upto${i}`
      : `coalesce(sum(${weight}) OVER (ORDER BY x${i} RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE GROUP), 0) AS below${i}, ` +
        `sum(${weight}) OVER o${i} AS upto${i}`,
  )
  const passed = key === undefined ? '' : `${key}, `
  const windows = numbers.map((i) => `o${i} AS (ORDER BY x${i})`)
  const placed = `SELECT ${by} AS b, ${weight ?? 1} AS w, ${passed}${places.join(', ')} FROM ${from}${conditions(where)} WINDOW ${windows.join(', ')}`
  const ranks = numbers.map((i) => `below${i} + upto${i} + 1 AS r${i}, upto${i} - below${i} AS t${i}`)
  return `SELECT b, w, ${passed}${ranks.join(', ')} FROM (${placed})`
}

/**
 * SQL for exact sums of doubled ranks that are integers: b; n; the sum, min, max and Σ (t³ − t) of each
 * column; then the sums of products of all pairs of columns, along the rows of the upper triangle.
 */
function rankSums(
  ranked: string,
  columns: number,
  { isWeighted, isGrouped, longType }: RankSumsOptions,
): string {
  const numbers = Array.from({ length: columns }, (_, i) => i)
  const times = isWeighted ? `w::${longType} * ` : ''
  // Squares of ranks fit into 63 bits unless weights multiply the rows.
  const tie = (i: number) => (isWeighted ? `t${i}::${longType} * t${i}` : `t${i} * t${i}`)
  const answers = [
    isWeighted ? `sum(w::${longType})` : 'count(*)',
    ...numbers.flatMap((i) => [
      `sum(${times}r${i})`,
      `min(r${i})`,
      `max(r${i})`,
      `sum(${times}(${tie(i)} - 1))`,
    ]),
    ...numbers.flatMap((i) => numbers.slice(i).map((j) => `sum(${times}r${i} * r${j})`)),
  ]
  return `SELECT ${isGrouped ? 'b' : '0 AS b'}, ${answers.join(', ')} FROM (${ranked})${isGrouped ? ' GROUP BY b' : ''}`
}

interface RankSumsOptions {
  readonly isWeighted: boolean
  readonly isGrouped: boolean
  /** The integer type for numbers beyond 2^63. */
  readonly longType: string
}
