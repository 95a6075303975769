import { firstFew, remedy } from '#core'
import { parseCell } from '../cells/cell-format.ts'
import type { Warning } from '#core'
import type { ColumnReader } from './column-reader.ts'
import { markNames, otherMark } from './file-marks.ts'
import type { FileMarks, Mark } from './file-marks.ts'

const mostNamed = 5

/**
 * The warning about numbers that are read with a decimal mark which may separate thousands, because three
 * digits follow it in the whole column, and other columns have the other mark, as 1.200 beside 3,50; or whole
 * numbers stand beside them, as 1.200 above 870.
 */
export function doubtfulMarkWarnings(
  readers: readonly ColumnReader[],
  marks: FileMarks,
  decimal: Mark | undefined,
  before: readonly Warning[] = [],
): readonly Warning[] {
  if (decimal !== undefined || before.some(({ code }) => code === 'unclear-marks')) return []
  const ofBoth = readers.filter(haveBothMarks)
  const both = ofBoth.length > 0 ? [bothMarksWarning(ofBoth)] : []
  return [
    ...both,
    ...(['.', ','] as const).flatMap((mark) => {
      const doubtful = readers.filter((reader) => mark === doubtfulMark(reader))
      if (doubtful.some(({ marks }) => marks.areThousands))
        return [doubtfulMarkWarning(doubtful, mark, marks, true)]
      return doubtful.length > 0 && marks.has(otherMark[mark])
        ? [doubtfulMarkWarning(doubtful, mark, marks, false)]
        : []
    }),
  ]
}

/** Whether a column is read with both decimal marks, of which one before three digits may separate thousands. */
function haveBothMarks({ format, marks: { shown, example } }: ColumnReader): boolean {
  return (
    format !== null &&
    'decimal' in format &&
    format.decimal === 'either' &&
    shown.length === 2 &&
    example !== ''
  )
}

function bothMarksWarning(readers: readonly ColumnReader[]): Warning {
  const shown = firstFew(readers.map(shownNumber), mostNamed)
  const message = `numbers read with both decimal marks, of which one before three digits may separate thousands: ${shown}; write thousands without a separator`
  return { code: 'unclear-marks', columns: readers.map(({ name }) => name), message }
}

/** The decimal mark with which a column was read although it may separate thousands. */
function doubtfulMark({ isNumeric, time, format, marks: { doubtful } }: ColumnReader): Mark | null {
  if (!isNumeric || time !== undefined) return null
  return format && !('decimal' in format && format.decimal === doubtful) ? null : doubtful
}

function doubtfulMarkWarning(
  readers: readonly ColumnReader[],
  mark: Mark,
  marks: FileMarks,
  areThousands: boolean,
): Warning {
  const columns = readers.map(({ name }) => name)
  const shown = firstFew(readers.map(shownNumber), mostNamed)
  const why = areThousands
    ? 'whole numbers beside them have none'
    : `other columns have a decimal ${markNames[otherMark[mark]]}`
  const start = `numbers read with a decimal ${markNames[mark]} that may separate thousands, because ${why}: ${shown}`
  // The option would make texts of columns with the other mark.
  if (marks.has(mark))
    return { code: 'unclear-marks', columns, message: `${start}; write thousands without a separator` }
  const whyMended = areThousands ? `the ${markNames[mark]} separates thousands: ${why}` : why
  // Other columns may have decimals of three digits.
  const areAll = marks.has(otherMark[mark]) || readers.every((reader) => reader.marks.areThousands)
  const mend = remedy({ decimal: otherMark[mark] }, whyMended, null, !(areThousands && areAll))
  return {
    code: 'unclear-marks',
    columns,
    message: `${start}; for thousands say ${mend.option}`,
    remedy: mend,
  }
}

/** A column, and one of its numbers. */
function shownNumber({ name, format, marks: { example } }: ColumnReader): string {
  if (example === '') return name
  const value = format ? parseCell(example, format) : Number(example.replace(',', '.'))
  return `${name} (${example} is ${value})`
}

/**
 * What decides numbers whose mark may be a decimal mark or a thousands separator: for amounts of money beside
 * columns with decimals of that mark, or of both marks, an option would make texts of these.
 */
export function kindOfMarks(
  { texts, marks: { doubtful } }: ColumnReader,
  marks: FileMarks,
): 'unclear-marks' | 'grouped-amounts' | 'amounts-beside-both' {
  const { areAmounts, styles } = texts!.affixes
  if (doubtful === null || !areAmounts || styles.size > 0 || !marks.has(doubtful)) return 'unclear-marks'
  return marks.has(otherMark[doubtful]) ? 'amounts-beside-both' : 'grouped-amounts'
}
