import { remedy, singles } from '#core'
import type { CountsRequest, Finding, OrderRequest, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'
import { below } from './suspect-places.ts'

/**
 * Dates that programs write where there is none: the first or last that they know, or a day that means none.
 */
const written: ReadonlySet<string> = new Set(
  (
    '0001-01-01 1753-01-01 1899-12-30 1899-12-31 1900-01-01 1901-01-01 1904-01-01 1969-12-31 1970-01-01 1980-01-01 ' +
    '2049-12-31 2079-06-06 2099-12-31 2100-01-01 2999-12-31 3000-01-01 9999-12-31'
  ).split(' '),
)
/** A date of fewer rows may be a slip; those beyond any calendar are none. */
const fewestRows = 2
const [firstYear, lastYear] = [1800, 2200]
/**
 * A date is far from others if it is so many times their range away; one of those above if it is this part of
 * it.
 */
const far = 1
const near = 0.2

/** The column of dates at an end of which stands one that may mean none. */
interface Ends {
  readonly one: ColumnContents
  readonly kind: 'date' | 'datetime'
}

/**
 * Columns of dates with one at an end that may stand for a missing value: the first or last day of a year, or
 * one beyond all calendars, which comes again and is far from all others, such as 1900-01-01 and 9999-12-31.
 */
export async function dateCodes(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<ReadonlyMap<ColumnContents, Finding>> {
  const suspects = contents.flatMap((one): Ends[] => {
    const { time: kind } = one.column
    if (!one.numbers || (kind !== 'date' && kind !== 'datetime')) return []
    const { min, max } = one.numbers
    return min < max && [min, max].some((value) => mayBeCode(dayOf(value, kind))) ? [{ one, kind }] : []
  })
  if (suspects.length === 0) return new Map()
  const counts: CountsRequest = {
    kind: 'counts',
    family: singles(
      suspects.map(({ one: { column, numbers } }) => ({
        column: column.column,
        coding: { kind: 'cuts' as const, cuts: [numbers!.min, below(numbers!.max)] },
      })),
    ),
    view,
  }
  const [[tables]] = await batcher.request([[counts]])
  const between = suspects.flatMap((ends, i) => {
    const [first, inner, last] = tables[i].cells
    return inner > 0 ? [{ ends, first, last, n: first + inner + last }] : []
  })
  const orders = between.map(({ ends, first, last, n }): OrderRequest => {
    const at = [first + 1, n - last].map((part) => ({ part, of: n, side: 'lower' as const }))
    return {
      kind: 'order',
      variable: { column: ends.one.column.column, coding: null },
      at,
      distinctUpTo: 0,
      view,
    }
  })
  const [statistics] = await batcher.request([orders])
  return new Map(
    between.flatMap(({ ends, first, last }, i) => {
      const finding = findingOf(ends, [first, last], statistics[i].values)
      return finding ? [[ends.one, finding] as const] : []
    }),
  )
}

/** The finding about the dates at the ends; `inner`: the first and the last of all others. */
function findingOf(
  { one: { numbers }, kind }: Ends,
  [first, last]: readonly [number, number],
  [low, high]: readonly number[],
): Finding | null {
  const { min, max } = numbers!
  const range = high - low
  const isCode = (value: number, rows: number, next: number) => {
    const day = dayOf(value, kind)
    const isBeyond = yearOf(day) < firstYear || yearOf(day) > lastYear
    if (range <= 0 || !mayBeCode(day) || (rows < fewestRows && !isBeyond)) return false
    const gap = Math.abs(value - next) / range
    // Among first days of years it is one of them.
    const isWritten = written.has(textOf(day)) && rows > fewestRows && !isEndOfYear(dayOf(next, kind))
    return gap >= (isWritten ? near : far)
  }
  const codes = [
    ...(isCode(min, first, low) ? [{ value: min, rows: first }] : []),
    ...(isCode(max, last, high) ? [{ value: max, rows: last }] : []),
  ]
  if (codes.length === 0) return null
  const words = codes.map(({ value }) => wordOf(value, kind))
  const rows = codes.reduce((sum, code) => sum + code.rows, 0)
  const what = `${words.join(' and ')} in ${rows} rows, far from all its other dates`
  const mend = remedy({ missingWords: words.map((word) => `+${word}`) }, what, rows, true)
  const mean = words.length === 1 ? 'it stands for a missing value' : 'they stand for missing values'
  return {
    kind: 'missing-value-code',
    message: `holds ${what}: if ${mean}, say ${mend.option}`,
    value: codes[0].value,
    remedy: mend,
  }
}

function mayBeCode(day: number): boolean {
  const year = yearOf(day)
  return year < firstYear || year > lastYear || written.has(textOf(day)) || isEndOfYear(day)
}

function isEndOfYear(day: number): boolean {
  return /-(?:01-01|12-31)$/.test(textOf(day))
}

function dayOf(value: number, kind: 'date' | 'datetime'): number {
  return kind === 'date' ? value : Math.floor(value / 86_400)
}

function yearOf(day: number): number {
  return new Date(day * 86_400_000).getUTCFullYear()
}

/** A day in ISO 8601; nothing for days beyond the year 275760, which a Date does not hold. */
function textOf(day: number): string {
  const date = new Date(day * 86_400_000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

/** A date as a missing word, with its time unless that is midnight. */
function wordOf(value: number, kind: 'date' | 'datetime'): string {
  const day = dayOf(value, kind)
  const seconds = kind === 'date' ? 0 : value - day * 86_400
  return seconds === 0 ? textOf(day) : new Date(value * 1000).toISOString().slice(0, 19).replace('T', ' ')
}
