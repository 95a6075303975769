import { concatenate } from './concatenate.ts'
import type { Job } from './job.ts'
import type { Kernels } from './kernels.ts'
import type { Numbers } from './moments-arena.ts'
import type { ArenaBlock, Arena } from './arena.ts'

/** The rows, as all columns are seen. */
export interface OrderGiven {
  readonly rows: number
  /** The weight of each row, 0 where it is left out, or null where each counts once. */
  readonly weights: Float64Array | null
  /** A byte for each row, 1 where it is left out, or null where none is. */
  readonly out: Uint8Array | null
  /** The most ranks and the most distinct values asked of a column. */
  readonly mostRanks: number
  readonly mostDistinct: number
}

/** What is asked of a column: the values of some ranks, counted from 1, and the distinct ones if they are few. */
export interface OrderTask {
  readonly columns: readonly (Numbers & { readonly ranks: Float64Array; readonly distinctUpTo: number })[]
}

/** The values at the ranks, column after column; the distinct ones likewise, `counts` of them, −1 where they are many. */
export interface OrderPart {
  readonly values: Float64Array
  readonly distinct: Float64Array
  readonly counts: Float64Array
}

/** Order statistics of columns, exact. A column without a row has none. */
export const orderJob: Job<OrderGiven, OrderTask, OrderPart> = {
  name: 'order',
  open: (kernels, given) => {
    const arena = kernels.arena()
    const look = given.weights ? openWeighted(kernels, arena, given) : openPlain(kernels, arena, given)
    const out = arena.bytes(given.rows)
    const values = arena.numbers(given.rows)
    const left = given.weights ? withoutWeight(given.weights) : given.out
    return ({ columns }) => {
      const parts = columns.map((column) => {
        if (given.rows > firstRows && areAsked(column)) {
          // Most columns show within a few rows that their values are many.
          values.view.set(column.values.subarray(0, firstRows))
          const found = look(values, firstRows, 0, column)
          if (!found.distinct) return found
        }
        values.view.set(column.values)
        return look(values, given.rows, outOf(column), column)
      })
      return {
        values: concatenate(parts.map((part) => part.values)),
        distinct: concatenate(parts.map(({ distinct }) => distinct ?? none)),
        counts: Float64Array.from(parts, ({ distinct }) => distinct?.length ?? -1),
      }
    }

    /** Whether nothing is asked of a column but its distinct values, of all rows. */
    function areAsked({ missing, ranks }: OrderTask['columns'][number]): boolean {
      return ranks.length === 0 && !missing && !given.weights && !given.out
    }

    /** Where it is marked that a row is left out, or 0. */
    function outOf({ missing }: Numbers): number {
      if (!left && !missing) return 0
      const { view } = out
      view.set(left ?? missing!)
      if (left) missing?.forEach((isMissing, row) => (view[row] |= isMissing))
      return out.address
    }
  },
}

const none = new Float64Array(0)
/** So many rows are looked at first. */
const firstRows = 2048

function withoutWeight(weights: Float64Array): Uint8Array {
  return Uint8Array.from(weights, (weight) => (weight === 0 ? 1 : 0))
}

interface Found {
  readonly values: Float64Array
  readonly distinct: Float64Array | null
}
type Look = (
  values: ArenaBlock<Float64Array>,
  rows: number,
  out: number,
  asked: OrderTask['columns'][number],
) => Found

/** Each row counts once: values at ranks are selected, none is sorted that is not near one. */
function openPlain({ run }: Kernels, arena: Arena, { rows, mostRanks, mostDistinct }: OrderGiven): Look {
  const present = arena.numbers(rows)
  const places = arena.integers(mostRanks)
  const found = arena.numbers(Math.max(mostRanks, mostDistinct))
  const counters = arena.bytes(run.placeCounters())
  const bits = 34 - Math.clz32(mostDistinct)
  const slots = arena.numbers(1 << bits)
  return (values, rows, out, { ranks, distinctUpTo }) => {
    const count = run.presentValues(values.address, out, rows, present.address)
    const distinct = run.distinctValues(
      present.address,
      count,
      distinctUpTo,
      found.address,
      slots.address,
      bits,
    )
    const few = distinct <= distinctUpTo ? found.view.slice(0, distinct).sort() : null
    if (count === 0) return { values: none, distinct: few }
    const wanted = [...new Set(ranks)].sort((a, b) => a - b)
    places.view.set(wanted.map((rank) => rank - 1))
    run.placeValues(
      present.address,
      count,
      places.address,
      wanted.length,
      found.address,
      values.address,
      counters.address,
    )
    const valueAt = new Map(wanted.map((rank, i) => [rank, found.view[i]]))
    return { values: ranks.map((rank) => valueAt.get(rank)!), distinct: few }
  }
}

/** Weights count as repeated values: rows are sorted, and the weight up to each value added up. */
function openWeighted({ run }: Kernels, arena: Arena, { rows, weights }: OrderGiven): Look {
  const weightOf = arena.copyOf(weights!)
  const items = arena.numbers(rows * 2)
  const spare = arena.numbers(rows * 2)
  const counters = arena.bytes(run.sortCounters())
  const upTo = arena.numbers(rows)
  return (values, rows, out, { ranks, distinctUpTo }) => {
    const count = run.sortRows(values.address, out, rows, items.address, spare.address, counters.address)
    const groups = run.weighValues(items.address, count, weightOf.address, values.address, upTo.address)
    const distinct = groups <= distinctUpTo ? values.view.slice(0, groups) : null
    if (groups === 0) return { values: none, distinct }
    const reached = upTo.view.subarray(0, groups)
    // Sums of fractional weights may fall short of the last rank.
    const found = ranks.map((rank) => values.view[Math.min(groups - 1, firstFrom(reached, rank))])
    return { values: found, distinct }
  }
}

/** The first place whose number is at least the one sought. */
function firstFrom(ascending: Float64Array, sought: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle] < sought) low = middle + 1
    else high = middle
  }
  return low
}
