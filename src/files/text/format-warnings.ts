import { firstFew } from '../../spec/names.ts'
import type { Warning, WarningCode } from '../../trace/warning.ts'
import { timeOfType } from '../../spec/given-types.ts'
import { parseCell } from '../../columns/cell-format.ts'
import type { ColumnReader } from './column-reader.ts'

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5

/** The warning for columns read in the same way: the message before and after their names. */
interface WarningText {
  readonly code: WarningCode
  readonly start: string
  readonly end: string
}

const texts = {
  'leading-zeros': {
    code: 'leading-zeros',
    start: 'whole numbers that start with 0 are codes, read as categorical',
    end: 'type a column numeric for numbers',
  },
  units: { code: 'units', start: 'numbers with a unit, read without it', end: '' },
  'thousands-marks': {
    code: 'thousands-marks',
    start: 'numbers with thousands separators, read without them',
    end: '',
  },
  'unclear-marks': {
    code: 'unclear-marks',
    start: 'numbers whose mark may be a decimal mark or a thousands separator, read as categorical',
    end: 'write them without thousands separators',
  },
  'day-first': { code: 'date-order', start: 'dates read with the day first', end: '' },
  'month-first': { code: 'date-order', start: 'dates read with the month first', end: '' },
  'undecided-dates': {
    code: 'undecided-dates',
    start: 'dates that may start with the day or with the month, read as categorical',
    end: 'type a column date:dmy or date:mdy',
  },
} as const satisfies Record<string, WarningText>

/** Warnings about the formats of columns: one for all columns read in the same way, each with an example cell. */
export function formatWarnings(readers: readonly ColumnReader[]): Warning[] {
  const columnsByKind = new Map<keyof typeof texts, { readonly name: string; readonly shown: string }[]>()
  for (const reader of readers) {
    const kind = kindOf(reader)
    if (!kind) continue
    const columns = columnsByKind.get(kind) ?? []
    columns.push({ name: reader.name, shown: exampleOf(reader) })
    columnsByKind.set(kind, columns)
  }
  return [...columnsByKind].map(([kind, columns]) => {
    const { code, start, end } = texts[kind]
    const shown = firstFew(
      columns.map(({ name, shown }) => `${name} (${shown})`),
      mostNamed,
    )
    const message = `${start}: ${shown}${end === '' ? '' : `; ${end}`}`
    return { code, columns: columns.map(({ name }) => name), message }
  })
}

function kindOf(reader: ColumnReader): keyof typeof texts | null {
  if (reader.type === 'categorical' || !reader.isOfTexts) return null
  const { format, why, hasUnit, isGrouped } = reader.detected
  if (why === 'padded') return 'leading-zeros'
  if (why !== undefined) return why
  if (!format) return null
  if ('time' in format) {
    if (!format.order || timeOfType(reader.type)) return null
    return format.order === 'dmy' ? 'day-first' : 'month-first'
  }
  if (hasUnit) return 'units'
  return isGrouped ? 'thousands-marks' : null
}

/** A cell, and the number it was read as. */
function exampleOf({ detected: { format, example } }: ColumnReader): string {
  const cell = JSON.stringify(example).slice(1, -1)
  return format && !('time' in format) ? `${cell} is ${parseCell(example, format)}` : cell
}
