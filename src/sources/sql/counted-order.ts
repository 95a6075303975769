import { rankOf } from '../../statistics/order.ts'
import type { OrderStatistics } from '../../statistics/order.ts'
import type { OrderRequest } from '../../statistics/request.ts'
import type { SqlBatch } from './batch.ts'
import { conditions, mayHaveMissing, numbersOf } from './from.ts'
import { groupedFrom, requireGrouping } from './grouped-rows.ts'
import type { GroupedRows } from './grouped-rows.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

/** A query divides rows by so many further bits of their keys: fewer where it would return too many rows. */
const mostBits = 13
const leastBits = 8
/** After so many queries all 64 bits are known. */
const mostQueries = 8

/** Values that follow one another: the highest bits that their keys share, their total weight, the first and the last. */
interface Run {
  readonly prefix: bigint
  readonly weight: number
  readonly min: number
  readonly max: number
}

/**
 * Finds observed values at ranks by counting, for engines without window functions. A double has a key, a whole number of 64 bits
 * in the same order. A query counts rows by the highest bits of their keys; the next one counts those that a rank falls among by
 * further bits, until all values asked for are known. So memory is bounded whatever the number of rows.
 */
export function countedOrderTask(request: OrderRequest, batch: SqlBatch): QueryTask {
  const rows = requireGrouping(request, batch)
  let runs: readonly Run[] | null = null
  let known = 0
  const statements = Array.from({ length: mostQueries }, () => {
    const parts: Run[] = []
    let bits = 0
    const sql = () => {
      const unknown = runs && unknownRuns(runs, request)
      if (unknown?.size === 0) return null
      const prefixes = unknown && [...unknown].map(({ prefix }) => prefix)
      bits = Math.min(64 - known, bitsFor(prefixes?.length ?? 1, batch.relation.rows))
      return countingQuery(request, rows, batch, { known, bits, prefixes })
    }
    const counted = query(sql, ([prefix, weight, min, max]) => {
      const numbers = { weight: Number(weight), min: Number(min), max: Number(max) }
      parts.push({ prefix: BigInt(prefix as bigint), ...numbers })
    })
    return {
      ...counted,
      run: async (...how: Parameters<typeof counted.run>) => {
        await counted.run(...how)
        runs = (runs ? divided(runs, unknownRuns(runs, request), parts, bits) : parts).toSorted(byValue)
        known += bits
      },
    }
  })
  return { request: 'order', sets: 1, statements, finish: () => statisticsOf(runs ?? [], request) }
}

/** How many bits a query adds, such that it returns no more than about one for 64 rows. */
function bitsFor(prefixes: number, rows: number): number {
  let bits = leastBits
  while (bits < mostBits && prefixes * (2 << bits) <= rows / 64) bits++
  return bits
}

function byValue(a: Run, b: Run): number {
  return a.min - b.min
}

/** The bits that are known of the keys, how many more a query finds, and of which rows; `null` for all. */
interface KnownBits {
  readonly known: number
  readonly bits: number
  readonly prefixes: readonly bigint[] | null
}

/** SQL for the rows by the bits of their keys: these bits, the total weight, the least and the greatest value. */
function countingQuery(
  { variable, view }: OrderRequest,
  grouped: GroupedRows,
  batch: SqlBatch,
  { known, bits, prefixes }: KnownBits,
): string {
  const { relation } = batch
  const { dialect } = relation.engine
  const { from, where, weight } = groupedFrom(grouped, [`${numbersOf(relation, variable)} AS x`], batch)
  const present = mayHaveMissing(relation, variable) ? ['x IS NOT NULL'] : []
  const fractions = batch.fractions(view)
  const sum = fractions ? dialect.preciseSum('w', fractions) : 'sum(w)'
  const highest = (count: number) => dialect.orderKeys!.highBits('x', count)
  const within = prefixes ? [`${highest(known)} IN (${prefixes.join(', ')})`] : []
  const rows = `SELECT x, ${weight ?? '1'} AS w FROM ${from}${conditions([...where, ...present])}`
  return (
    `SELECT ${highest(known + bits)} AS prefix, ${dialect.double(weight === null ? 'count(*)' : sum)}, min(x), max(x) ` +
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

/** Runs of which some are divided into others of a prefix longer by some bits; the others stay. */
function divided(
  runs: readonly Run[],
  unknown: ReadonlySet<Run>,
  parts: readonly Run[],
  bits: number,
): readonly Run[] {
  const found = new Set([...unknown].map(({ prefix }) => prefix))
  const stray = parts.some(({ prefix }) => !found.has(prefix >> BigInt(bits)))
  if (stray) throw new Error('rows were counted that were not asked for')
  return [...runs.filter((run) => !unknown.has(run)), ...parts]
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
