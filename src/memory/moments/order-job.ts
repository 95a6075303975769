import type { Arena, ArenaBlock } from '../threads/arena.ts'
import { concatenate } from '../threads/job.ts'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { NumericValues } from './moments-job.ts'

/** The rows, shared by all columns. */
export interface OrderInput {
  readonly rows: number
  /** The weight of each row, 0 if excluded, or null if each counts once. */
  readonly weights: Float64Array | null
  /** A byte for each row, 1 if excluded, or null if none is. */
  readonly excluded: Uint8Array | null
  /** The most ranks and the most distinct values requested of a column. */
  readonly mostRanks: number
  readonly mostDistinct: number
}

/**
 * The statistics requested of each column: the values at some ranks, counted from 1, and the distinct values
 * if there are few.
 */
export interface OrderTask {
  readonly columns: readonly (NumericValues & {
    readonly ranks: Float64Array
    readonly distinctUpTo: number
    /** Whether ties are counted, where the distinct values are too many. */
    readonly ties: boolean
  })[]
}

/**
 * The values at the ranks, column by column, and the distinct values likewise, `counts` of them, −1 if there
 * are more than requested.
 */
export interface OrderPart {
  readonly values: Float64Array
  readonly distinct: Float64Array
  readonly counts: Float64Array
  /**
   * Of columns with counted ties: of each rank the weight below the value and up to it, the value before and
   * that after it.
   */
  readonly ties: Float64Array
}

/** Exact order statistics of columns. A column without rows has none. */
export const orderJob: Job<OrderInput, OrderTask, OrderPart> = {
  name: 'order',
  open: (kernels, input) => {
    const arena = kernels.arena()
    const findValues = input.weights ? openWeighted(kernels, arena, input) : openPlain(kernels, arena, input)
    const mask = arena.bytes(input.rows)
    const values = arena.numbers(input.rows)
    const excluded = input.weights ? withoutWeight(input.weights) : input.excluded
    return ({ columns }) => {
      const parts = columns.map((column) => {
        if (input.rows > firstRows && needsOnlyDistinct(column)) {
          // The first rows usually show that there are too many distinct values.
          values.view.set(column.values.subarray(0, firstRows))
          const found = findValues(values, firstRows, 0, column)
          if (!found.distinct) return found
        }
        values.view.set(column.values)
        return findValues(values, input.rows, exclusionMask(column), column)
      })
      return {
        values: concatenate(parts.map((part) => part.values)),
        distinct: concatenate(parts.map(({ distinct }) => distinct ?? none)),
        counts: Float64Array.from(parts, ({ distinct }) => distinct?.length ?? -1),
        ties: concatenate(parts.map(({ ties }) => ties ?? none)),
      }
    }

    /** Whether only the distinct values of a column are requested, over all rows. */
    function needsOnlyDistinct({ missing, ranks }: OrderTask['columns'][number]): boolean {
      return ranks.length === 0 && !missing && !input.weights && !input.excluded
    }

    /** The address of the mask of excluded rows, or 0. */
    function exclusionMask({ missing }: NumericValues): number {
      if (!excluded && !missing) return 0
      const { view } = mask
      view.set(excluded ?? missing!)
      if (excluded) missing?.forEach((isMissing, row) => (view[row] |= isMissing))
      return mask.address
    }
  },
}

const none = new Float64Array(0)
/** Rows examined first. */
const firstRows = 2048

function withoutWeight(weights: Float64Array): Uint8Array {
  return Uint8Array.from(weights, (weight) => (weight === 0 ? 1 : 0))
}

interface FoundValues {
  readonly values: Float64Array
  readonly distinct: Float64Array | null
  readonly ties?: Float64Array
}
type FindValues = (
  values: ArenaBlock<Float64Array>,
  rows: number,
  mask: number,
  column: OrderTask['columns'][number],
) => FoundValues

/** Each row counts once: values are selected by rank, and only values near a rank are sorted. */
function openPlain(
  { run }: Kernels,
  arena: Arena,
  { rows, mostRanks, mostDistinct }: OrderInput,
): FindValues {
  const present = arena.numbers(rows)
  // With ties, the ranks beside each rank too.
  const places = arena.integers(3 * mostRanks)
  const found = arena.numbers(Math.max(3 * mostRanks, mostDistinct))
  const tie = arena.numbers(4)
  const counters = arena.bytes(run.selectCounters())
  const bits = 34 - Math.clz32(mostDistinct)
  const slots = arena.numbers(1 << bits)
  // Columns of one request nearly always ask for the ranks of the column before.
  let asked: AskedRanks | null = null
  return (values, rows, mask, column) => {
    const { ranks, distinctUpTo, ties } = column
    const count = run.presentValues(values.address, mask, rows, present.address)
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
    const isTied = ties && !few
    if (!asked || !isSameQuestion(asked, ranks, count, isTied)) asked = askedRanks(ranks, count, isTied)
    places.view.set(asked.places)
    run.selectRanks(
      present.address,
      count,
      places.address,
      asked.places.length,
      found.address,
      values.address,
      counters.address,
    )
    const { view } = found
    const chosen = new Float64Array(ranks.length)
    for (let i = 0; i < ranks.length; i++) chosen[i] = view[asked.at[i]]
    if (!isTied) return { values: chosen, distinct: few }
    let isCopied = false
    const ofRanks = new Float64Array(4 * ranks.length)
    for (let i = 0; i < ranks.length; i++) {
      const rank = ranks[i]
      const value = chosen[i]
      if (i > 0 && value === chosen[i - 1]) {
        ofRanks.copyWithin(4 * i, 4 * i - 4, 4 * i)
        continue
      }
      const before = rank === 1 ? -Infinity : view[asked.before[i]]
      const after = rank === count ? Infinity : view[asked.after[i]]
      if (before < value && value < after) {
        ofRanks[4 * i] = rank - 1
        ofRanks[4 * i + 1] = rank
        ofRanks[4 * i + 2] = before
        ofRanks[4 * i + 3] = after
        continue
      }
      if (!isCopied) {
        // The selection has moved the values.
        values.view.set(column.values)
        run.presentValues(values.address, mask, rows, present.address)
        isCopied = true
      }
      run.tieOf(present.address, count, value, tie.address)
      ofRanks.set(tie.view, 4 * i)
    }
    return { values: chosen, distinct: few, ties: ofRanks }
  }
}

/** Ranks among so many values, as the selection takes them: ascending places, each once. */
interface AskedRanks {
  readonly ranks: Float64Array
  readonly count: number
  readonly isTied: boolean
  readonly places: Int32Array
  /** Where in `places` each rank stands; with ties, the rank before and the one after it too. */
  readonly at: Int32Array
  readonly before: Int32Array
  readonly after: Int32Array
}

function askedRanks(ranks: Float64Array, count: number, isTied: boolean): AskedRanks {
  const before = ranks.map((rank) => Math.max(1, rank - 1))
  const after = ranks.map((rank) => Math.min(count, rank + 1))
  const wanted = [...new Set([...ranks, ...(isTied ? [...before, ...after] : [])])].sort((a, b) => a - b)
  const placeOf = new Map(wanted.map((rank, place) => [rank, place]))
  const placesOf = (some: Float64Array) => Int32Array.from(some, (rank) => placeOf.get(rank) ?? -1)
  return {
    ...{ ranks, count, isTied },
    places: Int32Array.from(wanted, (rank) => rank - 1),
    ...{ at: placesOf(ranks), before: placesOf(before), after: placesOf(after) },
  }
}

function isSameQuestion(asked: AskedRanks, ranks: Float64Array, count: number, isTied: boolean): boolean {
  if (asked.count !== count || asked.isTied !== isTied || asked.ranks.length !== ranks.length) return false
  for (let i = 0; i < ranks.length; i++) if (ranks[i] !== asked.ranks[i]) return false
  return true
}

/** Weights count as repeated values: rows are sorted and weights cumulated. */
function openWeighted({ run }: Kernels, arena: Arena, { rows, weights }: OrderInput): FindValues {
  const weightOf = arena.copyOf(weights!)
  const items = arena.numbers(rows * 2)
  const spare = arena.numbers(rows * 2)
  const counters = arena.bytes(run.sortCounters())
  const upTo = arena.numbers(rows)
  return (values, rows, mask, { ranks, distinctUpTo, ties }) => {
    const count = run.sortRows(values.address, mask, rows, items.address, spare.address, counters.address)
    const groups = run.cumulateWeights(items.address, count, weightOf.address, values.address, upTo.address)
    const distinct = groups <= distinctUpTo ? values.view.slice(0, groups) : null
    if (groups === 0) return { values: none, distinct }
    const reached = upTo.view.subarray(0, groups)
    // Sums of fractional weights may fall short of the last rank.
    const found = ranks.map((rank) => Math.min(groups - 1, firstFrom(reached, rank)))
    const chosen = found.map((place) => values.view[place])
    if (!ties || distinct) return { values: chosen, distinct }
    const tieAt = (place: number) => [
      place === 0 ? 0 : reached[place - 1],
      reached[place],
      place === 0 ? -Infinity : values.view[place - 1],
      place === groups - 1 ? Infinity : values.view[place + 1],
    ]
    return { values: chosen, distinct, ties: Float64Array.from([...found].flatMap(tieAt)) }
  }
}

/** The first index with at least the value sought. */
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
