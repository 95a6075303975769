import { rankOf } from '#core'
import type { Missing, OrderRequest, OrderStatistics, Tie } from '#core'
import { orderJob } from '../moments/order-job.ts'
import type { OrderInput, OrderPart, OrderTask } from '../moments/order-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import type { ResolvedView } from './resolved-view.ts'

/** Milliseconds per value, per value that is sorted, and per column. */
const cost = { value: 5e-6, sorted: 2e-5, column: 2e-2 }
/** The approximate duration of a task in milliseconds. */
const taskCost = 5

/** Finds observed values at given quantiles: several requests under one view, answered together. */
export async function answerOrders(
  requests: readonly OrderRequest[],
  resolved: ResolvedView,
  run: BatchRun,
): Promise<readonly OrderStatistics[]> {
  const { length: rows, counted } = resolved.rows
  const given: OrderInput = {
    ...counted,
    rows,
    mostRanks: requests.reduce((most, { at }) => Math.max(most, at.length), 0),
    mostDistinct: requests.reduce((most, { distinctUpTo }) => Math.max(most, distinctUpTo), 0),
  }
  const ofColumn = cost.column + rows * (counted.weights ? cost.sorted : cost.value)
  const most = Math.max(1, Math.floor(taskCost / ofColumn))
  const count = Math.ceil(requests.length / most)
  const totals: number[] = []
  const batch = { job: orderJob, input: given, tasks: tasks(), count, cost: requests.length * ofColumn }
  const parts = await runBatch(batch, run)
  return statisticsOf(requests, totals, parts)

  function* tasks(): Generator<OrderTask> {
    const whole = totalOf(null, resolved)
    for (let from = 0; from < requests.length; from += most) {
      yield {
        columns: requests.slice(from, from + most).map(({ variable, at, distinctUpTo, ties = false }) => {
          const { values, missing } = resolved.valuesOf(variable)
          const n = missing ? totalOf(missing, resolved) : whole
          totals.push(n)
          return {
            values,
            missing,
            ranks: Float64Array.from(at, (quantile) => rankOf(quantile, n)),
            distinctUpTo,
            ties,
          }
        }),
      }
    }
  }
}

/** The weight of the rows that have a value. */
function totalOf(missing: Missing, { rows: { length, counted } }: ResolvedView): number {
  const { weights, excluded } = counted
  if (!weights && !excluded && !missing) return length
  let total = 0
  for (let row = 0; row < length; row++) {
    if (missing?.[row] || excluded?.[row]) continue
    total += weights ? weights[row] : 1
  }
  return total
}

function statisticsOf(
  requests: readonly OrderRequest[],
  totals: readonly number[],
  parts: readonly OrderPart[],
): readonly OrderStatistics[] {
  const all: OrderStatistics[] = []
  for (const { values, distinct, counts, ties } of parts) {
    let value = 0
    let first = 0
    let tie = 0
    for (const count of counts) {
      const n = totals[all.length]
      const { at, ties: isCounted } = requests[all.length]
      const requested = n === 0 ? 0 : at.length
      const statistics = {
        n,
        values: [...values.subarray(value, value + requested)],
        distinct: count < 0 ? null : [...distinct.subarray(first, first + count)],
      }
      if (isCounted && count < 0) {
        all.push({ ...statistics, ties: tiesOf(ties.subarray(tie, tie + 4 * requested)) })
        tie += 4 * requested
      } else all.push(statistics)
      value += requested
      first += Math.max(0, count)
    }
  }
  return all
}

function tiesOf(numbers: Float64Array): readonly Tie[] {
  return Array.from({ length: numbers.length / 4 }, (_, i) => {
    const [below, upTo, before, after] = numbers.subarray(4 * i, 4 * i + 4)
    return { below, upTo, before, after }
  })
}
