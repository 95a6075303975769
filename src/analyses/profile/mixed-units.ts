import { firstFew, queryColumn, queryWarning, replacingQuery, singles } from '#core'
import type { CountsRequest, OrderRequest, Quantile, View, Warning } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'
import type { ColumnValues } from './column-values.ts'
import { previousNumber } from './previous-number.ts'
import { spreadUnits } from './spread-units.ts'
import { factors, looks, ranksBetween, withoutFilled } from './two-units.ts'
import type { TwoGroups, TwoUnits } from './two-units.ts'

/** The numbers of one unit span less than this factor, and those of two are apart by more than the next. */
const span = 4
const apart = 20
/** Of fewer distinct numbers the more frequent unit does not say what is usual. */
const fewestUsual = 10
/** Numbers in the other unit reach beyond those in the usual one by this factor. */
const beyond = 1.5
const mostColumns = 5

/**
 * The warning about columns whose numbers fall into two groups, one 100 or 1,000 times the other, with the
 * query that brings the rarer ones to the unit of the others.
 */
export async function mixedUnits(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly Warning[]> {
  const groups = await groupsOf(batcher, contents.filter(mayBeApart), view)
  const close = groups.flatMap((one) => {
    const factor = factorOf(one)
    return factor === undefined ? [] : [{ ...one, factor }]
  })
  const known = new Set(close.map(({ name }) => name))
  const others = contents.filter(({ column }) => !known.has(column.name))
  const found = [...close, ...(await spreadUnits(batcher, others, view))]
  if (found.length === 0) return []
  const names = found.map(({ name }) => name)
  const query = replacingQuery(Object.fromEntries(found.map((one) => [one.name, inOneUnit(one)])))
  const list = found.map(({ name, factor, small: [, below], large: [above], isLargeRare }) => {
    const some = isLargeRare ? `${above} and above beside ${below}` : `${below} and below beside ${above}`
    return `${name} (${some}, a factor of ${factor})`
  })
  const why = `numbers that may be in two units: ${firstFew(list, mostColumns)}`
  return [queryWarning({ code: 'doubtful-numbers', columns: names, why, query }, 'bring them to one by')]
}

function mayBeApart({ column, values, numbers }: ColumnContents): boolean {
  if (!numbers || column.time || !(numbers.min > 0) || numbers.max <= apart * numbers.min) return false
  return !values || values.length > fewestUsual
}

/** A column in two groups: its distinct numbers, or some of them with the first and the last. */
interface KnownGroups {
  readonly one: ColumnContents
  readonly small: readonly number[]
  readonly large: readonly number[]
}

async function groupsOf(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly TwoGroups[]> {
  if (contents.length === 0) return []
  const known = contents.flatMap((one) => knownGroups(one) ?? [])
  const others = await withoutFilled(
    batcher,
    contents.filter(({ values }) => !values),
    view,
    fillsGaps,
  )
  const alike = known.filter(({ small, large }) => small.length === large.length)
  const cuts = [
    ...alike.map(({ one, small }) => [one, [small[small.length - 1]]] as const),
    ...others.map((one) => [one, gapCuts(one)] as const),
  ]
  const rows = new Map(await countedBy(batcher, cuts, view))
  return [
    ...known.map((groups) => twoGroups(groups, rows.get(groups.one))),
    ...(await unknownGroups(batcher, others, rows, view)),
  ]
}

function knownGroups(one: ColumnContents): KnownGroups | null {
  if (!one.values) return null
  const values = one.values
  const cut = values.findIndex((value, i) => i > 0 && value > apart * values[i - 1])
  if (cut < 0) return null
  const [small, large] = [values.slice(0, cut), values.slice(cut)]
  return areMeasured(small, large) ? { one, small, large } : null
}

/** Whether numbers may be measured: whole ones in both groups are counts and codes, and few say nothing. */
function areMeasured(small: readonly number[], large: readonly number[]): boolean {
  const most = Math.max(new Set(small).size, new Set(large).size)
  return most >= fewestUsual && !small.every(Number.isInteger)
}

/**
 * Of as many distinct numbers the unit of fewer rows is the rarer one, and of as many rows the larger numbers
 * are.
 */
function twoGroups({ one, small, large }: KnownGroups, rows: Float64Array | undefined): TwoGroups {
  return {
    name: one.column.name,
    small: [small[0], small[small.length - 1]],
    large: [large[0], large[large.length - 1]],
    isLargeRare: rows ? rows[1] <= rows[0] : large.length < small.length,
  }
}

/** The two places where nothing stands between the groups, as the numbers from which on and up to which. */
function gapsOf({ numbers }: ColumnContents): readonly (readonly [number, number])[] {
  const { min, max } = numbers!
  return [
    [span * min, apart * min],
    [previousNumber(max / apart), previousNumber(max / span)],
  ]
}

/** Whether the first rows have a number at both places: then they fall into no groups. */
function fillsGaps(one: ColumnContents, values: ColumnValues): boolean {
  return gapsOf(one).every((gap) => values.hasWithin(...gap))
}

/** The cuts around these places: above the smaller numbers if they are usual, else below the larger. */
function gapCuts(one: ColumnContents): readonly number[] {
  const cuts = gapsOf(one).flat()
  return cuts.sort((a, b) => a - b).filter((cut, i) => i === 0 || cut > cuts[i - 1])
}

/** How many rows have a number up to each cut, and above the last. */
async function countedBy(
  batcher: RequestBatcher,
  cuts: readonly (readonly [ColumnContents, readonly number[]])[],
  view: View,
): Promise<readonly (readonly [ColumnContents, Float64Array])[]> {
  if (cuts.length === 0) return []
  const each = cuts.map(([{ column }, own]) => ({
    column: column.column,
    coding: { kind: 'cuts' as const, cuts: own },
  }))
  const request: CountsRequest = { kind: 'counts', family: singles(each), view }
  const [tables] = await batcher.requestOnce([request])
  return cuts.map(([one], i) => [one, tables[i].cells] as const)
}

/** The groups of columns whose distinct numbers are many: their ends are found by rank. */
async function unknownGroups(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  rows: ReadonlyMap<ColumnContents, Float64Array>,
  view: View,
): Promise<readonly TwoGroups[]> {
  const found = contents.flatMap((one) => {
    const below = rowsBelow(one, rows.get(one)!)
    return below === null ? [] : [{ one, below }]
  })
  if (found.length === 0) return []
  const orders = found.map(({ one, below }): OrderRequest => {
    const ranks = [...ranksBetween(1, below), ...ranksBetween(below + 1, one.n)]
    const at = ranks.map((part): Quantile => ({ part, of: one.n, side: 'lower' }))
    const variable = { column: one.column.column, coding: null }
    return { kind: 'order', variable, at, distinctUpTo: 0, view }
  })
  const statistics = await batcher.requestOnce(orders)
  return found.flatMap(({ one, below }, i): TwoGroups[] => {
    const [small, large] = [statistics[i].values.slice(0, looks), statistics[i].values.slice(looks)]
    if (large[0] <= apart * small[looks - 1] || !areMeasured(small, large)) return []
    const groups = { one, small, large }
    return [twoGroups(groups, Float64Array.of(below, one.n - below))]
  })
}

/** How many rows have a number below the gap; `null` if there is none. */
function rowsBelow(one: ColumnContents, cells: Float64Array): number | null {
  const cuts = gapCuts(one)
  for (const [from, to] of gapsOf(one)) {
    const between = cells.slice(cuts.indexOf(from) + 1, cuts.indexOf(to) + 1)
    if (between.every((count) => count === 0))
      return cells.slice(0, cuts.indexOf(from) + 1).reduce((sum, count) => sum + count, 0)
  }
  return null
}

/** The factor between the two units, if the numbers are as far apart as those of two. */
function factorOf({ small, large, isLargeRare }: TwoGroups): number | undefined {
  const [usual, rare] = isLargeRare ? [small, large] : [large, small]
  const [least, most] = usual
  if (most > span * least) return undefined
  return factors.find((factor) =>
    rare.every((value) => {
      const brought = isLargeRare ? value / factor : value * factor
      return brought * beyond >= least && brought <= most * beyond
    }),
  )
}

function inOneUnit({ name, factor, small: [, below], large: [above], isLargeRare }: TwoUnits): string {
  const column = queryColumn(name)
  return isLargeRare
    ? `CASE WHEN ${column} >= ${above} THEN ${column} / ${factor} ELSE ${column} END`
    : `CASE WHEN ${column} <= ${below} THEN ${column} * ${factor} ELSE ${column} END`
}
