import type { GivenType, TimeKind } from '#core'
import type { ColumnReader } from './column-reader.ts'

/** A column of a warning: an example, and the type that reads it otherwise, if one does. */
export interface ShownColumn {
  readonly name: string
  readonly shown: string
  readonly type?: GivenType | undefined
}

/** A clock of twelve hours stands behind dates that start with the month: 7/10/2019 5:30:47 PM. */
const ofHalfDays = /\/.*\d\s?[ap]\.?m\.?$/i

/** A column as a warning shows it. */
export function shownOf({ name, detected: { looks, example, type, why } }: ColumnReader): ShownColumn {
  const cell = JSON.stringify(example).slice(1, -1)
  const isMonthFirst = type === 'datetime:dmy' && ofHalfDays.test(example.trim())
  return {
    name,
    shown: why === 'unread-dates' ? `${cell}: ${looks}` : cell,
    type: isMonthFirst ? 'datetime:mdy' : type,
  }
}

/** A date or time in ISO 8601, to the second. */
export function isoText(value: number, kind: TimeKind): string {
  const date = new Date(kind === 'date' ? value * 86_400_000 : Math.floor(value) * 1000)
  const text = date.toISOString().slice(0, 19)
  return kind === 'date' ? text.slice(0, 10) : kind === 'time' ? text.slice(11) : text
}
