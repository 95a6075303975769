import { decimalCommaWarning, mergedWarning, mixedWarning, nonFiniteWarning, roundedWarning } from '#core'
import type { Warning } from '#core'
import type { ColumnReader } from './column-reader.ts'
import type { FileMarks } from './file-marks.ts'
import { refuseCells } from './refused-cells.ts'
import type { RowLabel } from './refused-cells.ts'
import { zeroQuery } from './zero-query.ts'

/** A column of fewer cells may begin with any text. */
const fewestCells = 10

/**
 * The warnings of a column, after its last cell; throws if its cells do not match the type the user chose. `marks`: those
 * of all columns; `withoutFirst`: the lines to skip after the header so that the first row is left out, if that can be.
 */
export function columnWarnings(
  reader: ColumnReader,
  place: RowLabel,
  marks: FileMarks,
  withoutFirst: number | null = null,
): readonly Warning[] {
  const { name, isNumeric, type, isEmpty, areMerged, hasDecimalCommas, repeatsName } = reader
  if (isNumeric) {
    const { infinite, rounded } = reader.inexact
    return [
      ...(infinite > 0 ? [nonFiniteWarning(name, infinite)] : []),
      ...(rounded > 0 ? [roundedWarning(name, rounded)] : []),
      ...(hasDecimalCommas ? [decimalCommaWarning(name)] : []),
    ]
  }
  if (type === 'categorical' || isEmpty) return []
  if (areMerged && reader.detected.format) return [mergedWarning(name)]
  refuseCells(reader, place, marks)
  if (reader.detected.why) return []
  const deviating = reader.texts?.deviatingCells()
  if (!deviating || repeatsName) return []
  const { count: cells, kind, first, words, needsType } = deviating
  const zero = words && kind === 'numbers' && !needsType ? zeroQuery(reader, words) : null
  const isFirst =
    cells === 1 && first.row === 0 && deviating.present >= fewestCells && /^\D*\p{L}{3}\D*$/u.test(first.cell)
  const skipAfterHeader = isFirst ? withoutFirst : null
  const mixed = { ...deviating, deviating: cells, zero, skipAfterHeader }
  return [mixedWarning(name, mixed, place(first.row), first.cell, kind)]
}
