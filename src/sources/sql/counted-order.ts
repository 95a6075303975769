import { rankOf } from '../../statistics/order.ts'
import type { OrderStatistics } from '../../statistics/order.ts'
import type { OrderRequest } from '../../statistics/request.ts'
import type { SqlBatch } from './batch.ts'
import { conditions, mayHaveMissing, numbersOf } from './from.ts'
import { groupedFrom, requireGrouping } from './grouped-rows.ts'
import type { GroupedRows } from './grouped-rows.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

/** The bits of a key by which a query divides the rows, and how many queries that takes at most. */
const bitsPerQuery = 16
const queries = 4

/** Values that follow one another: the highest bits that their keys share, their total weight, the first and the last. */
interface Run {
  readonly prefix: bigint
  readonly weight: number
  readonly min: number
  readonly max: number
}

/**
 * Finds observed values at ranks by counting, for engines without window functions. A double has a key, a whole number of 64 bits
 * in the same order. A query counts rows by the highest 16 bits of their keys; the next one counts those that a rank falls among
 * by 16 bits more, until all values asked for are known. So memory is bounded whatever the number of rows.
 */
export function countedOrderTask(request: OrderRequest, batch: SqlBatch): QueryTask {
  const rows = requireGrouping(request, batch)
  let runs: readonly Run[] = []
  const statements = Array.from({ length: queries }, (_, depth) => {
    const parts = new Map<bigint, Run[]>()
    const sql = () => {
      if (depth === 0) return countingQuery(request, rows, batch, { depth, prefixes: null })
      const prefixes = [...unknownRuns(runs, request)].map(({ prefix }) => prefix)
      return prefixes.length === 0 ? null : countingQuery(request, rows, batch, { depth, prefixes })
    }
    const counted = query(sql, ([prefix, weight, min, max]) => {
      const run = { prefix: BigInt(prefix as bigint), weight: Number(weight), min: Number(min), max: Number(max) }
      const whole = run.prefix >> BigInt(bitsPerQuery)
      parts.set(whole, [...(parts.get(whole) ?? []), run])
    })
    return {
      ...counted,
      run: async (...how: Parameters<typeof counted.run>) => {
        await counted.run(...how)
        runs = depth === 0 ? [...parts.values()].flat() : divided(runs, unknownRuns(runs, request), parts)
        runs = [...runs].sort((a, b) => a.min - b.min)
      },
    }
  })
  return { request: 'order', sets: 1, statements, finish: () => statisticsOf(runs, request) }
}

/** SQL for the rows by the bits of their keys: these bits, the total weight, the least and the greatest value. */
function countingQuery(
  { variable, view }: OrderRequest,
  grouped: GroupedRows,
  batch: SqlBatch,
  { depth, prefixes }: { readonly depth: number; readonly prefixes: readonly bigint[] | null },
): string {
  const { relation } = batch
  const { dialect } = relation.engine
  const { from, where, weight } = groupedFrom(grouped, [`${numbersOf(relation, variable)} AS x`], batch)
  const present = mayHaveMissing(relation, variable) ? ['x IS NOT NULL'] : []
  const fractions = batch.fractions(view)
  const sum = fractions ? dialect.preciseSum('w', fractions) : 'sum(w)'
  const bits = (known: number) => dialect.orderKeys!.highBits('x', known * bitsPerQuery)
  const within = prefixes ? [`${bits(depth)} IN (${prefixes.join(', ')})`] : []
  const rows = `SELECT x, ${weight ?? '1'} AS w FROM ${from}${conditions([...where, ...present])}`
  return (
    `SELECT ${bits(depth + 1)} AS prefix, ${dialect.double(weight === null ? 'count(*)' : sum)}, min(x), max(x) ` +
    `FROM (${rows})${conditions(within)} GROUP BY prefix`
  )
}

/** The runs of several values of which some are asked for. */
function unknownRuns(runs: readonly Run[], { at, distinctUpTo }: OrderRequest): ReadonlySet<Run> {
  const several = (run: Run) => run.min < run.max
  const mayBeFew = runs.length <= distinctUpTo
  const wanted = new Set(at.map((quantile) => runAt(runs, rankOf(quantile, weightOf(runs)))))
  return new Set(runs.filter((run) => several(run) && (mayBeFew || wanted.has(run))))
}

/** Runs of which some are divided into others of a longer prefix; the others keep their place, not their prefix. */
function divided(
  runs: readonly Run[],
  unknown: ReadonlySet<Run>,
  parts: ReadonlyMap<bigint, readonly Run[]>,
): readonly Run[] {
  return runs.flatMap((run) => (unknown.has(run) ? (parts.get(run.prefix) ?? []) : [run]))
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
