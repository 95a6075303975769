import { singles } from '#core'
import type { Finding, Variable, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'

/** A number that stands for a missing value does so in as many rows or more: fewer may be slips. */
const fewestRows = 3
/** Of numbers above 0 smaller ones are levels like others: 9 after 0 and 1. */
const leastAbove = 88

/**
 * Far from all others is what is farther from the next than so many times their range: a price may be 99, and
 * −1 a level beside 0 and 1, but hardly anything is −999.
 */
function rangesAway(value: number): number {
  return value < -1 ? 0.5 : 1
}

/** Numbers of which all digits are 9, or all 8. */
const sameDigits = /^([89])\1*(?:\.\1+)?$/

/** A column with the value at one of its ends that may stand for missing. */
interface Suspect {
  readonly one: ColumnContents
  readonly value: number
  readonly end: 'min' | 'max'
}

/**
 * Columns with a number by which people write that a value is missing (user-missing values of SPSS): −1, or
 * one of nines or eights, −999, 99 or 9999.9; it is the least or the largest, comes again, and is far from
 * all others.
 */
export async function missingValueCodes(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<ReadonlyMap<ColumnContents, Finding>> {
  const suspects = contents.flatMap((one) =>
    (['min', 'max'] as const).flatMap((end): readonly Suspect[] => {
      const value = one.numbers?.[end]
      const isSuspect = value !== undefined && isCode(value) && !one.column.time
      return isSuspect && mayBeFar(one, end) ? [{ one, value, end }] : []
    }),
  )
  if (suspects.length === 0) return new Map()
  const family = singles(suspects.map(partedOf))
  const [[tables]] = await batcher.request([[{ kind: 'counts', family, view } as const]])
  return new Map(
    suspects.flatMap((suspect, i): readonly (readonly [ColumnContents, Finding])[] => {
      const [below, between, above] = tables[i].cells
      const rows = suspect.end === 'min' ? below : above
      const isFar = between === 0 && rows >= fewestRows && othersDiffer(suspect, rows)
      return isFar ? [[suspect.one, finding(suspect.value, rows, batcher)]] : []
    }),
  )
}

/** Whether the value at an end may be far from the others; of unknown values each may. */
function mayBeFar({ numbers, values }: ColumnContents, end: Suspect['end']): boolean {
  if (!values) return true
  const { min, max } = numbers!
  if (end === 'min') return values[1] - min > rangesAway(min) * (max - values[1])
  const next = values[values.length - 2]
  return max - next > rangesAway(max) * (next - min)
}

/**
 * The value at an end, what is far from it, and what lies between: of a value far from all others nothing.
 */
function partedOf({ one: { column, numbers }, value, end }: Suspect): Variable {
  const other = end === 'min' ? numbers!.max : numbers!.min
  const share = 1 / (1 + rangesAway(value))
  const nearest = value * share + other * (1 - share)
  const cuts = end === 'min' ? [value, nearest] : [below(nearest), below(value)]
  return { column: column.column, coding: { kind: 'cuts', cuts } }
}

/** A number less its last bits. */
function below(value: number): number {
  return value - Math.abs(value) * 2 * Number.EPSILON
}

/** Whether the others are not one value: two values far apart are two levels. */
function othersDiffer({ one: { numbers }, value, end }: Suspect, rows: number): boolean {
  const { n, mean, min, max } = numbers!
  const other = end === 'min' ? max : min
  return Math.abs(mean - other - (rows / n) * (value - other)) > 1e-9 * (max - min)
}

function isCode(value: number): boolean {
  return value === -1 || ((value < 0 || value >= leastAbove) && sameDigits.test(String(Math.abs(value))))
}

function finding(value: number, rows: number, { source }: RequestBatcher): Finding {
  // Words that are named take the place of the words known without.
  const words = source.columns.some(({ missing }) => missing > 0) ? `NA,${value}` : value
  const message = `holds ${value} in ${rows} rows, far from all its other values: if it stands for a missing value, say --missing-words ${words} (as the file writes it)`
  return { kind: 'missing-value-code', message }
}
