import { timeOfType } from '#core'
import {
  ambiguousThousands,
  mergedWarning,
  mixedWarning,
  notANumber,
  notARange,
  notATime,
  unclearRanges,
  undecidedDates,
} from '../cells/column-messages.ts'
import { isEqualSign, mayBeNone } from '../cells/none-words.ts'
import type { Warning } from '#core'
import type { ColumnReader } from './column-reader.ts'
import type { FileMarks } from './file-marks.ts'
import { letteredKind } from './lettered-warnings.ts'
import { areRangesToo, numbersQuery } from './numbers-beside.ts'
import { scaleQuery } from './scale-query.ts'
import { totalsBeside } from './totals-beside.ts'
import { zeroReading } from './zero-queries.ts'

/** A column of fewer cells may begin with any text. */
const fewestCells = 10

/**
 * The warnings of a column of texts, after its last cell; throws if its cells do not match the type the user
 * chose. `marks`: those of all columns; `withoutFirst`: the lines to skip after the header so that the first
 * row is left out, if that can be; `isQueried`: whether another warning has a query that reads the column.
 */
export function textWarnings(
  reader: ColumnReader,
  place: RowLabel,
  marks: FileMarks,
  withoutFirst: number | null,
  isQueried: (name: string) => boolean,
): readonly Warning[] {
  const { name, type, isEmpty, areMerged } = reader
  if (type === 'categorical' || isEmpty) return []
  if (areMerged && reader.detected.format) return [mergedWarning(name)]
  refuseCells(reader, place, marks)
  if (reader.detected.why) return []
  const deviating = reader.texts?.deviatingCells()
  if (!deviating || letteredKind(reader) !== null) return []
  const { count: cells, kind, first, needsType } = deviating
  const totals = totalsBeside(reader, deviating)
  if (totals) return [totals]
  // The name of a column may stand above another table.
  const words = reader.repeatsName ? null : deviating.words
  const beside = kind === 'numbers' ? words : null
  const zero = beside && zeroReading(reader, beside.keys())
  // `never` alone may be no step, but none or nothing known.
  const areNones = beside !== null && [...beside.keys()].every(mayBeNone)
  const scale = beside && !areNones ? scaleQuery(reader, beside) : null
  const areEqualSigns = beside !== null && zero?.meaning !== 'zero' && [...beside.keys()].every(isEqualSign)
  const areLevels = areEqualSigns || (beside !== null && areLetterLevels(reader, beside))
  const isFirst =
    cells === 1 && first.row === 0 && deviating.present >= fewestCells && /^\D*\p{L}{3}\D*$/u.test(first.cell)
  const skipAfterHeader = isFirst ? withoutFirst : null
  const mixed = {
    ...deviating,
    words,
    areLevels,
    deviating: cells,
    zero: zero && needsType ? { ...zero, query: null } : zero,
    scale,
    skipAfterHeader,
    areRanges: kind === 'numbers' && areRangesToo(reader),
    numbers: kind === 'numbers' && !needsType && !isQueried(name) ? numbersQuery(reader, deviating) : null,
  }
  return [mixedWarning(name, mixed, place(first.row), first.cell, kind)]
}

const chromosomes = /(?:^|[^\p{L}])chr(?:om(?:osom\p{L}*)?)?(?:$|[^\p{L}])/iu
/** One or two letters that name something; those with N or U may say that nothing is known. */
const shortName = /^[A-MO-TV-Z][A-Za-z]?$/

/** What stands below 1 on the scale of Braun-Blanquet (1928) for how much ground a plant covers. */
const belowCover = new Set(['r', '+', 'i'])

/**
 * Whether words beside small whole numbers are levels as these are: X, Y and MT beside chromosomes 1 to 22, r and +
 * below the classes of cover 1 to 5.
 */
function areLetterLevels({ name, knownTexts }: ColumnReader, words: ReadonlyMap<string, number>): boolean {
  const numbers = knownTexts.flatMap((text) => (text !== null && /\d/.test(text) ? [text.trim()] : []))
  const areCovers = words.has('+') && [...words.keys()].every((word) => belowCover.has(word))
  if (areCovers && numbers.every((text) => /^[1-5]$/.test(text))) return true
  const areNames = [...words.keys()].every((word) => shortName.test(word))
  return (
    areNames && numbers.every((text) => /^\d{1,2}$/.test(text)) && (words.size > 1 || chromosomes.test(name))
  )
}

/** How messages name a row. */
type RowLabel = (row: number) => string

/**
 * Throws if cells of a column of texts do not match the type the user chose, or what separates their digits
 * is not clear.
 */
function refuseCells(
  reader: Pick<ColumnReader, 'name' | 'type' | 'detected' | 'texts' | 'marks'>,
  place: RowLabel,
  marks: FileMarks,
): void {
  const { name, type, detected, texts } = reader
  if (!texts) return
  const { why, example, hasUnit } = detected
  const isTyped = type !== undefined
  const time = timeOfType(type)
  if ((why === 'undecided-dates' || why === 'unread-dates') && isTyped)
    throw undecidedDates(name, time ?? 'date', example)
  if (why === 'unclear-ranges' && isTyped)
    throw unclearRanges(name, example, marks.remedyFor([{ marks: texts.ranges.marks }]))
  const first = time ? texts.firstTimeMismatch : texts.firstNoNumber
  const notRange = texts.firstNotRange
  if (notRange) throw notARange(name, place(notRange.row), notRange.cell)
  if (!first) return
  if (time) throw notATime(name, time, place(first.row), first.cell)
  if (why === 'unclear-marks' && (isTyped || !hasUnit))
    throw ambiguousThousands(name, place(first.row), first.cell, marks.remedyFor([reader]))
  if (type === 'numeric') throw notANumber(name, place(first.row), first.cell)
}
