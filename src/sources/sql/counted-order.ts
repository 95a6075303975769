import { rankOf } from '../../statistics/order.ts'
import type { OrderStatistics } from '../../statistics/order.ts'
import type { OrderRequest } from '../../statistics/request.ts'
import type { SqlBatch } from './batch.ts'
import { conditions, mayHaveMissing, numbersOf, rangeOf } from './from.ts'
import { groupedFrom, requireGrouping } from './grouped-rows.ts'
import { bucketsOf } from './order-buckets.ts'
import type { Interval } from './order-buckets.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

/** Values that follow one another: how many rows have them, and their total weight. */
interface Run extends Interval {
  readonly rows: number
  readonly weight: number
}

/** So few rows are not divided any more: one query returns each of their values. */
const fewRows = 1 << 17
/** Each query divides doubles at least by 13 of their 64 bits, unless the first divides a wide range in equal parts. */
const mostQueries = 8
/** A division in equal parts that leaves more than this share of the rows is followed by divisions of the bits. */
const poorShare = 1 / 16

/**
 * Finds observed values at ranks by counting, for engines without window functions. A query counts rows in equal parts of the range;
 * the next one divides those parts that a rank falls in, until all values asked for are known. Where that is slow, as values differ by
 * many powers of ten, it divides the bits of the numbers instead. So memory is bounded whatever the number of rows.
 */
export function countedOrderTask(request: OrderRequest, batch: SqlBatch): QueryTask {
  const grouped = requireGrouping(request, batch)
  const { relation } = batch
  let runs: readonly Run[] | null = null
  let isPoor = false
  const statements = Array.from({ length: mostQueries }, () => {
    const parts: Run[] = []
    let unknown: ReadonlySet<Run> = new Set()
    const sql = () => {
      const [min, max] = rangeOf(relation, request.variable)
      unknown = runs ? unknownRuns(runs, request) : new Set([{ min, max, rows: relation.rows, weight: NaN }])
      if (unknown.size === 0) return null
      return countingQuery(request, grouped, batch, { runs: [...unknown], byBits: isPoor })
    }
    const counted = query(sql, (row) => {
      const [, weight, rows, min, max] = row.map(Number)
      parts.push({ min, max, rows, weight })
    })
    return {
      ...counted,
      run: async (...how: Parameters<typeof counted.run>) => {
        await counted.run(...how)
        const before = rowsOf([...unknown])
        runs = [...(runs ?? []).filter((run) => !unknown.has(run)), ...parts].toSorted(
          (a, b) => a.min - b.min,
        )
        isPoor = rowsOf([...unknownRuns(runs, request)]) > poorShare * before
      },
    }
  })
  return { request: 'order', sets: 1, statements, finish: () => statisticsOf(runs ?? [], request) }
}

/** What a query divides. */
interface Division {
  readonly runs: readonly Run[]
  readonly byBits: boolean
}

/** SQL for the parts of some runs: a number, the total weight, the rows, the least and the greatest value. */
function countingQuery(
  { variable, view }: OrderRequest,
  grouped: ReturnType<typeof requireGrouping>,
  batch: SqlBatch,
  { runs, byBits }: Division,
): string {
  const { relation } = batch
  const { dialect } = relation.engine
  const { from, where, weight } = groupedFrom(grouped, [`${numbersOf(relation, variable)} AS x`], batch)
  const present = mayHaveMissing(relation, variable) ? ['x IS NOT NULL'] : []
  const fractions = batch.fractions(view)
  const sum = fractions ? dialect.preciseSum('w', fractions) : 'sum(w)'
  const total = dialect.double(weight === null ? 'count(*)' : sum)
  const within = runs.map(({ min, max }) => `(x >= ${dialect.number(min)} AND x <= ${dialect.number(max)})`)
  const rows = `SELECT x, ${weight ?? '1'} AS w FROM ${from}${conditions([...where, ...present])}`
  const part = rowsOf(runs) <= fewRows ? 'x' : bucketsOf(runs, byBits, dialect)
  return `SELECT ${part} AS part, ${total}, ${dialect.double('count(*)')}, min(x), max(x) FROM (${rows}) WHERE ${within.join(' OR ')} GROUP BY part`
}

/** The runs of several values of which some are asked for. */
function unknownRuns(runs: readonly Run[], { at, distinctUpTo }: OrderRequest): ReadonlySet<Run> {
  const mayBeFew = runs.length <= distinctUpTo
  const n = weightOf(runs)
  const wanted = new Set(at.map((quantile) => runAt(runs, rankOf(quantile, n))))
  return new Set(runs.filter((run) => run.min < run.max && (mayBeFew || wanted.has(run))))
}

function statisticsOf(runs: readonly Run[], { at, distinctUpTo }: OrderRequest): OrderStatistics {
  const n = weightOf(runs)
  const isFew = runs.length <= distinctUpTo && runs.every(({ min, max }) => min === max)
  return {
    n,
    // Adding 0 turns −0 into 0.
    values: n === 0 ? [] : at.map((quantile) => runAt(runs, rankOf(quantile, n)).min + 0),
    distinct: isFew ? runs.map(({ min }) => min + 0) : null,
  }
}

/** The run with the value of a rank. */
function runAt(runs: readonly Run[], rank: number): Run {
  let below = 0
  return runs.find(({ weight }) => (below += weight) >= rank) ?? runs[runs.length - 1]
}

function weightOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { weight }) => sum + weight, 0)
}

function rowsOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { rows }) => sum + rows, 0)
}
