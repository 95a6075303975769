import { singles } from '#core'
import type { CountsRequest, OrderRequest, Quantile, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'
import type { ColumnValues } from './column-values.ts'
import { previousNumber } from './previous-number.ts'
import { factors, looks, ranksBetween, withoutFilled } from './two-units.ts'
import type { TwoUnits } from './two-units.ts'

/** All numbers of a column in two units span more than one factor and less than the other: wider are all sizes. */
const [narrowest, widest] = [40, 1e6]
/** Nothing stands between the groups over so large a factor; over the second where two other columns have both units. */
const emptyBetween = 10
const emptyBeside = 4
/** So many distinct numbers of each group, and of the larger one. */
const fewestOfGroup = 5
const fewestBeside = 3
const fewestUsual = 10
/** Brought to one unit, the middles of both groups are within one factor, and the ends of the rarer one within the other. */
const [middles, ends] = [2.5, 5]

/** The numbers of a column below and above the widest gap between them, some of them if they are many. */
interface Parted {
  readonly one: ColumnContents
  readonly small: readonly number[]
  readonly large: readonly number[]
  readonly isLargeRare: boolean
}

/**
 * Columns whose numbers spread widely in both units: two groups with a gap between them, such as weights of organs
 * in grams, 0.002 to 0.2, and milligrams, 6 to 370.
 */
export async function spreadUnits(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly TwoUnits[]> {
  const open = contents.filter(mayBeParted)
  const known = open.flatMap((one) => (one.values ? partedAt(one, one.values) : []))
  const unknown = await partedByCounts(
    batcher,
    open.filter(({ values }) => !values),
    view,
  )
  const parted = [...known, ...unknown]
  const sure = parted.flatMap((each) => factorOf(each, true) ?? [])
  const shared = new Set(sure.filter((factor, i) => sure.indexOf(factor) !== i))
  return parted.flatMap((each): TwoUnits[] => {
    const own = factorOf(each, true)
    // With the same factor in several columns less will do.
    const beside = factorOf(each, false)
    const factor = own ?? (beside !== null && shared.has(beside) ? beside : null)
    return factor === null ? [] : [{ ...endsOf(each), factor }]
  })
}

function mayBeParted({ column, values, numbers }: ColumnContents): boolean {
  if (!numbers || column.time || !(numbers.min > 0)) return false
  const range = numbers.max / numbers.min
  return range >= narrowest && range <= widest && (!values || values.length >= fewestUsual + fewestBeside)
}

/** Distinct numbers, parted at the widest gap. */
function partedAt(one: ColumnContents, values: readonly number[]): Parted {
  let cut = 1
  for (let i = 2; i < values.length; i++)
    if (values[i] / values[i - 1] > values[cut] / values[cut - 1]) cut = i
  const [small, large] = [values.slice(0, cut), values.slice(cut)]
  return { one, small, large, isLargeRare: large.length < small.length }
}

/** The largest power of two that is at most a number. */
function powerBelow(value: number): number {
  let power = 1
  while (power > value) power /= 2
  while (power * 2 <= value) power *= 2
  return power
}

/** The powers of two above the least number of a column, up to the largest: a gap has no number between two of them. */
function powersOf({ numbers }: ColumnContents): readonly number[] {
  const powers: number[] = []
  for (let power = powerBelow(numbers!.min) * 2; power <= numbers!.max; power *= 2) powers.push(power)
  return powers
}

/** Of columns whose distinct numbers are many the groups below and above the longest run of doublings without a number. */
async function partedByCounts(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly Parted[]> {
  const open = await withoutFilled(batcher, contents, view, fillsPowers)
  if (open.length === 0) return []
  const each = open.map((one) => ({
    column: one.column.column,
    coding: { kind: 'cuts' as const, cuts: powersOf(one).map(previousNumber) },
  }))
  const request: CountsRequest = { kind: 'counts', family: singles(each), view }
  const [tables] = await batcher.requestOnce([request])
  const found = open.flatMap((one, i) => {
    const below = rowsBelowGap(tables[i].cells)
    return below === null ? [] : [{ one, below }]
  })
  if (found.length === 0) return []
  const orders = found.map(({ one, below }): OrderRequest => {
    const ranks = [...ranksBetween(1, below), ...ranksBetween(below + 1, one.n)]
    const at = ranks.map((part): Quantile => ({ part, of: one.n, side: 'lower' }))
    return { kind: 'order', variable: { column: one.column.column, coding: null }, at, distinctUpTo: 0, view }
  })
  const statistics = await batcher.requestOnce(orders)
  return found.map(({ one, below }, i) => ({
    one,
    small: statistics[i].values.slice(0, looks),
    large: statistics[i].values.slice(looks),
    isLargeRare: one.n - below < below,
  }))
}

/** Whether the first rows have a number between any two powers. */
function fillsPowers(one: ColumnContents, { values }: ColumnValues): boolean {
  const base = powerBelow(one.numbers!.min)
  let seen = 0
  // A quotient is at most twice `widest`.
  for (const value of values) if (value > 0) seen |= 1 << (31 - Math.clz32(Math.floor(value / base)))
  const all = powersOf(one).length + 1
  return (seen & ((1 << all) - 1)) === (1 << all) - 1
}

/** How many rows are below the longest run of cells without one; `null` if there is none. */
function rowsBelowGap(cells: ArrayLike<number>): number | null {
  let [below, run, longest, found] = [0, 0, 0, null as number | null]
  for (let i = 0; i < cells.length; i++) {
    run = cells[i] === 0 ? run + 1 : 0
    if (run > longest) [longest, found] = [run, below]
    below += cells[i]
  }
  return found
}

/** The factor between the units of two groups; `null` if they are none. With `isAlone` no other column has both. */
function factorOf({ small, large, isLargeRare }: Parted, isAlone: boolean): number | null {
  const counts = [small, large].map((group) => new Set(group).size)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  // Whole numbers in both groups are counts and codes.
  if (least < (isAlone ? fewestOfGroup : fewestBeside) || most < fewestUsual) return null
  if (small.every(Number.isInteger)) return null
  const [from, below, above, to] = [small[0], small[small.length - 1], large[0], large[large.length - 1]]
  if (above / below < (isAlone ? emptyBetween : emptyBeside)) return null
  const [narrow, wide] = [below / from, to / above].sort((a, b) => a - b)
  // One group spreads at most three times as widely as the other, in logarithms.
  if (isAlone && wide > narrow * narrow * narrow) return null
  const ratio = middleOf(large) / middleOf(small)
  const factor = factors.find((one) => ratio * middles >= one && ratio <= one * middles)
  if (factor === undefined) return null
  const inOne = [above / factor, to / factor]
  const [usual, rare] = isLargeRare ? [[from, below], inOne] : [inOne, [from, below]]
  return rare[0] * ends >= usual[0] && rare[1] <= usual[1] * ends ? factor : null
}

function middleOf(values: readonly number[]): number {
  return values[(values.length - 1) >> 1]
}

function endsOf({ one, small, large, isLargeRare }: Parted): Omit<TwoUnits, 'factor'> {
  return {
    name: one.column.name,
    small: [small[0], small[small.length - 1]],
    large: [large[0], large[large.length - 1]],
    isLargeRare,
  }
}
