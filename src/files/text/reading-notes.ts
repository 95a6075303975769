import { firstFew } from '../../spec/names.ts'
import type { Warning, WarningCode } from '../../trace/warning.ts'
import { timeOfType } from '../../spec/given-types.ts'
import { valueInForm } from '../../columns/cell-form.ts'
import type { ColumnReading } from './column-reading.ts'

/** So many columns are named in a note; its `columns` are all of them. */
const mostNamed = 5

/** What is noted of columns read alike: the beginning and the end of the sentence around their names. */
interface Note {
  readonly code: WarningCode
  readonly start: string
  readonly end: string
}

const notes = {
  'leading-zeros': {
    code: 'leading-zeros',
    start: 'whole numbers that begin with 0 are codes, read as categorical',
    end: 'type a column numeric for numbers',
  },
  units: { code: 'units', start: 'numbers with a unit, read without it', end: '' },
  'thousands-marks': {
    code: 'thousands-marks',
    start: 'numbers with marks between thousands, read without them',
    end: '',
  },
  'unclear-marks': {
    code: 'unclear-marks',
    start: 'numbers whose mark may be a decimal one or part thousands, read as categorical',
    end: 'write them without marks between thousands',
  },
  'day-first': { code: 'date-order', start: 'dates read with the day first', end: '' },
  'month-first': { code: 'date-order', start: 'dates read with the month first', end: '' },
  'undecided-dates': {
    code: 'undecided-dates',
    start: 'dates that may begin with the day or with the month, read as categorical',
    end: 'type a column date:dmy or date:mdy',
  },
} as const satisfies Record<string, Note>

/** Warnings of how columns were read, one for all that were read alike, each column with a cell that shows it. */
export function readingNotes(readings: readonly ColumnReading[]): Warning[] {
  const noted = new Map<keyof typeof notes, { readonly name: string; readonly shown: string }[]>()
  for (const reading of readings) {
    const kind = noteOf(reading)
    if (!kind) continue
    const columns = noted.get(kind) ?? []
    columns.push({ name: reading.name, shown: shownCell(reading) })
    noted.set(kind, columns)
  }
  return [...noted].map(([kind, columns]) => {
    const { code, start, end } = notes[kind]
    const shown = firstFew(
      columns.map(({ name, shown }) => `${name} (${shown})`),
      mostNamed,
    )
    const message = `${start}: ${shown}${end === '' ? '' : `; ${end}`}`
    return { code, columns: columns.map(({ name }) => name), message }
  })
}

function noteOf(reading: ColumnReading): keyof typeof notes | null {
  if (reading.type === 'categorical' || !reading.isOfTexts) return null
  const { form, why, isOfUnit, isGrouped } = reading.ending
  if (why === 'padded') return 'leading-zeros'
  if (why !== undefined) return why
  if (!form) return null
  if ('time' in form) {
    if (!form.order || timeOfType(reading.type)) return null
    return form.order === 'dmy' ? 'day-first' : 'month-first'
  }
  if (isOfUnit) return 'units'
  return isGrouped ? 'thousands-marks' : null
}

/** A cell, and the number it was read as. */
function shownCell({ ending: { form, example } }: ColumnReading): string {
  const cell = JSON.stringify(example).slice(1, -1)
  return form && !('time' in form) ? `${cell} is ${valueInForm(example, form)}` : cell
}
