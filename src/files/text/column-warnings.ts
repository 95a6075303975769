import { decimalCommaWarning, mergedWarning, mixedWarning, nonFiniteWarning, roundedWarning } from '#core'
import type { Warning } from '#core'
import type { ColumnReader } from './column-reader.ts'
import type { FileMarks } from './file-marks.ts'
import { refuseCells } from './refused-cells.ts'
import type { RowLabel } from './refused-cells.ts'
import { zeroQuery } from './zero-query.ts'

/**
 * The warnings of a column, after its last cell; throws if its cells do not match the type the user chose. `marks`: those
 * of all columns.
 */
export function columnWarnings(reader: ColumnReader, place: RowLabel, marks: FileMarks): readonly Warning[] {
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
  return [mixedWarning(name, { ...deviating, deviating: cells, zero }, place(first.row), first.cell, kind)]
}
