import { membersOf } from '#core'
import type { MomentsRequest, Variable } from '#core'
import { takePart } from './answer-moments.ts'
import type { SqlBatch } from './batch.ts'
import type { ResultRow } from './engine.ts'
import { completeIn, numbersOf } from './from.ts'
import { groupedFrom, requireGrouping } from './grouped-rows.ts'
import type { GroupedRows } from './grouped-rows.ts'
import { MomentAccumulator } from './moment-accumulator.ts'
import { momentsQuery } from './moments.ts'
import { rankedRows, rankSums } from './ranks.ts'
import { rowKey } from './row-key.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

/**
 * Computes moments of mid-ranks, one set per query. Doubled mid-ranks are whole numbers, so that their sums and sums of
 * products are exact and can be centred without loss; under fractional weights they are centred in two passes, like values.
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
