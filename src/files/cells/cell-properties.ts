import type { PlacedCell } from './detected-format.ts'
import { mayHaveNames } from './month-names.ts'
import { isGermanClock } from './time-texts.ts'

/** Properties of a cell, one bit each. */
export const is = {
  notPlain: 1,
  noNumber: 2,
  noTime: 4,
  notDmy: 8,
  notMdy: 16,
  notYmd: 32,
  padded: 64,
  noRange: 128,
  word: 256,
  notPointRange: 512,
  notCommaRange: 1024,
} as const
export type Property = keyof typeof is
export const properties = Object.keys(is) as readonly Property[]
const noDate = is.noTime | is.notDmy | is.notMdy | is.notYmd
/** Those of a cell that is neither a number nor a time. */
export const onlyText = is.notPlain | is.noNumber | noDate

/** Whether a cell with letters may be a date or a time. */
export function mayBeTime(cell: string): boolean {
  return mayHaveNames(cell) || isGermanClock(cell)
}

/** The cell of the earlier row. */
export function earlier(a: PlacedCell | undefined, b: PlacedCell | undefined): PlacedCell | undefined {
  return a && b ? (a.row < b.row ? a : b) : (a ?? b)
}

/** Whether a cell is a date with the day, the month or the year first. */
interface Orders {
  readonly dmy: boolean
  readonly mdy: boolean
  readonly ymd: boolean
}

export const noOrder: Orders = { dmy: false, mdy: false, ymd: false }

/** The orders in which a cell is no date, as properties. */
export function notIn({ dmy, mdy, ymd }: Orders): number {
  return (dmy ? 0 : is.notDmy) | (mdy ? 0 : is.notMdy) | (ymd ? 0 : is.notYmd)
}
