import type { ColumnReader } from './column-reader.ts'
import { otherMark } from './file-marks.ts'
import type { FileMarks } from './file-marks.ts'

/**
 * What decides numbers whose mark may be a decimal mark or a thousands separator: for amounts of money beside columns with
 * decimals of that mark, or of both marks, an option would make texts of these.
 */
export function kindOfMarks(
  { texts, marks: { doubtful } }: ColumnReader,
  marks: FileMarks,
): 'unclear-marks' | 'grouped-amounts' | 'amounts-beside-both' {
  const { areAmounts, styles } = texts!.affixes
  if (doubtful === null || !areAmounts || styles.size > 0 || !marks.has(doubtful)) return 'unclear-marks'
  return marks.has(otherMark[doubtful]) ? 'amounts-beside-both' : 'grouped-amounts'
}
