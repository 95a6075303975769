import { rankOf } from '#core'
import type { OrderRequest, OrderStatistics, Tie } from '#core'
import type { SqlBatch } from './batch.ts'
import type { Dialect } from './dialect.ts'
import { conditions, mayHaveMissing, numbersOf, rangeOf } from './from.ts'
import { groupedFrom, requireGrouping } from './grouped-rows.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

/** So few rows are not divided any more: one query returns each of their values. */
const fewRows = 1 << 17
/** More are never needed: by then all bits are known. Most columns need three. */
const mostQueries = 16
const usualQueries = 3
/**
 * A division in equal parts that leaves more than this share of the rows is followed by divisions of the
 * bits.
 */
const poorShare = 1 / 16

/**
 * Finds observed values at ranks by counting, for engines without window functions. A query counts rows in
 * equal parts of the range; the next one divides those parts that a rank falls in, until all values asked for
 * are known. Where that is slow, as values differ by many powers of ten, it divides the bits of the numbers
 * instead. So memory is bounded whatever the number of rows.
 */
export function countedOrderTask(request: OrderRequest, batch: SqlBatch): QueryTask {
  const grouped = requireGrouping(request, batch)
  const { relation } = batch
  let runs: readonly Run[] | null = null
  let grid: Grid | null = null
  let isPoor = false
  const statements = Array.from({ length: mostQueries }, () => {
    const parts: Run[] = []
    let unknown: readonly Run[] = []
    const sql = () => {
      const [min, max] = rangeOf(relation, request.variable)
      const interval = { min, max }
      if (!runs || !grid) {
        grid = firstGrid(interval)
        return countingQuery(request, grouped, batch, { within: null, by: grid, interval })
      }
      unknown = unknownRuns(runs, request)
      if (unknown.length === 0) return null
      const within = { grid, parts: unknown.map(({ part }) => part) }
      const isFew = rowsOf(unknown) <= fewRows
      if (!isFew) {
        const isCoarse = isPoor && 'perUnit' in grid
        grid = isCoarse ? gridOfBits(interval) : finerGrid(grid, unknown.length, interval)
      }
      return countingQuery(request, grouped, batch, { within, by: isFew ? null : grid, interval })
    }
    const counted = query(sql, ([part, ...values]) => {
      const [weight, rows, min, max] = values.map(Number)
      parts.push({ part: String(part), min, max, rows, weight })
    })
    return {
      ...counted,
      run: async (...how: Parameters<typeof counted.run>) => {
        await counted.run(...how)
        const divided = new Set(unknown)
        const before = runs ? rowsOf(unknown) : relation.rows
        runs = [...(runs ?? []).filter((run) => !divided.has(run)), ...parts].toSorted(
          (a, b) => a.min - b.min,
        )
        isPoor = rowsOf(unknownRuns(runs, request)) > poorShare * before
      },
    }
  })
  const finish = () => statisticsOf(runs ?? [], request)
  return { request: 'order', sets: 1, statements, usualQueries, finish }
}

/** Numbers that are divided: the least and the greatest. */
interface Interval {
  readonly min: number
  readonly max: number
}

/**
 * A division of an interval into numbered parts, in ascending order: in equal parts, so many per unit, or by
 * the bits of the numbers, but for the lowest ones.
 */
type Grid = { readonly perUnit: number } | { readonly shift: number }

/** The bits of the number of a part: so many at first, and between these more each time. */
const firstBits = 13
const mostBits = 14
const leastBits = 4

/** The first grid: in equal parts, unless their number cannot be computed. */
function firstGrid(interval: Interval): Grid {
  const perUnit = (1 << firstBits) / (interval.max - interval.min)
  return perUnit > 0 && Number.isFinite(perUnit) ? { perUnit } : gridOfBits(interval)
}

/** A grid by bits: it divides numbers that differ by many powers of ten as well as others. */
function gridOfBits({ min, max }: Interval): Grid {
  const width = orderKey(max) - orderKey(min)
  let shift = 0
  while (width >> BigInt(shift) >= 1n << BigInt(firstBits)) shift++
  return { shift }
}

/** A grid that divides each of so many parts further. */
function finerGrid(grid: Grid, parts: number, interval: Interval): Grid {
  let bits = firstBits
  while (bits > leastBits && parts << bits > 1 << mostBits) bits--
  if ('shift' in grid) return { shift: Math.max(0, grid.shift - bits) }
  const perUnit = grid.perUnit * (1 << bits)
  // Beyond that doubles do not count parts one by one.
  return perUnit * (interval.max - interval.min) < Number.MAX_SAFE_INTEGER
    ? { perUnit }
    : gridOfBits(interval)
}

/**
 * SQL for the part of `x`: a whole number from 0. Subtraction, multiplication and rounding down keep the
 * order of doubles, so that parts follow one another.
 */
function partSql(grid: Grid, { min, max }: Interval, dialect: Dialect): string {
  if ('shift' in grid) return dialect.orderKeys!.less('x', orderKey(min), grid.shift)
  const part = `floor((x - ${dialect.number(min)}) * ${dialect.number(grid.perUnit)})`
  return dialect.whole(part, Math.ceil((max - min) * grid.perUnit) + 1)
}

/**
 * The key of a number: its bits as a whole number, those of negative ones inverted, so that keys are in the
 * order of the numbers.
 */
function orderKey(value: number): bigint {
  const [bits] = new BigUint64Array(Float64Array.of(value + 0).buffer)
  return value < 0 ? bits ^ 0xffffffffffffffffn : bits | 0x8000000000000000n
}

/**
 * Values that follow one another: the part of a grid that they are, how many rows have them, and their total
 * weight.
 */
interface Run extends Interval {
  readonly part: string
  readonly rows: number
  readonly weight: number
}

/** What a query divides. */
interface Division {
  /** The parts of an earlier grid whose rows are divided; `null` for all rows. */
  readonly within: { readonly grid: Grid; readonly parts: readonly string[] } | null
  /** The grid by which they are; `null`: each value is a part. */
  readonly by: Grid | null
  /** The least and the greatest value. */
  readonly interval: Interval
}

/** SQL for the parts of some rows: a number, the total weight, the rows, the least and the greatest value. */
function countingQuery(
  { variable, view }: OrderRequest,
  grouped: ReturnType<typeof requireGrouping>,
  batch: SqlBatch,
  { within, by, interval }: Division,
): string {
  const { relation } = batch
  const { dialect } = relation.engine
  const { from, where, weight } = groupedFrom(grouped, [`${numbersOf(relation, variable)} AS x`], batch)
  const present = mayHaveMissing(relation, variable) ? ['x IS NOT NULL'] : []
  const fractions = batch.fractions(view)
  const sum = fractions ? dialect.preciseSum('w', fractions) : 'sum(w)'
  const total = dialect.double(weight === null ? 'count(*)' : sum)
  const rows = `SELECT x, ${weight ?? '1'} AS w FROM ${from}${conditions([...where, ...present])}`
  const chosen = within ? [`${partSql(within.grid, interval, dialect)} IN (${within.parts.join(', ')})`] : []
  const part = by ? partSql(by, interval, dialect) : 'x'
  return `SELECT ${part} AS part, ${total}, ${dialect.double('count(*)')}, min(x), max(x) FROM (${rows})${conditions(chosen)} GROUP BY part`
}

/** The runs of several values of which some are asked for. */
function unknownRuns(runs: readonly Run[], { at, distinctUpTo }: OrderRequest): readonly Run[] {
  const mayBeFew = runs.length <= distinctUpTo
  const n = weightOf(runs)
  const wanted = new Set(
    runs.length === 0
      ? []
      : runsAt(
          runs,
          at.map((quantile) => rankOf(quantile, n)),
        ),
  )
  return runs.filter((run) => run.min < run.max && (mayBeFew || wanted.has(run)))
}

function statisticsOf(runs: readonly Run[], { at, distinctUpTo, ties }: OrderRequest): OrderStatistics {
  const n = weightOf(runs)
  const ranks = at.map((quantile) => rankOf(quantile, n))
  const chosen = n === 0 ? [] : runsAt(runs, ranks)
  const isFew = runs.length <= distinctUpTo && runs.every(({ min, max }) => min === max)
  return {
    n,
    // Adding 0 turns −0 into 0.
    values: chosen.map(({ min }) => min + 0),
    distinct: isFew ? runs.map(({ min }) => min + 0) : null,
    ...(ties && !isFew && { ties: chosen.map((run) => tieOf(runs, run)) }),
  }
}

function tieOf(runs: readonly Run[], run: Run): Tie {
  const place = runs.indexOf(run)
  const below = weightOf(runs.slice(0, place))
  return {
    below,
    upTo: below + run.weight,
    before: place === 0 ? -Infinity : runs[place - 1].max + 0,
    after: place === runs.length - 1 ? Infinity : runs[place + 1].min + 0,
  }
}

/** The runs with the values of some ranks. */
function runsAt(runs: readonly Run[], ranks: readonly number[]): readonly Run[] {
  const upTo: number[] = []
  runs.reduce((sum, { weight }, i) => (upTo[i] = sum + weight), 0)
  return ranks.map((rank) => {
    let low = 0
    let high = runs.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle] >= rank) high = middle
      else low = middle + 1
    }
    return runs[low]
  })
}

function weightOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { weight }) => sum + weight, 0)
}

function rowsOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { rows }) => sum + rows, 0)
}
