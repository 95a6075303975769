import type { ColumnReader } from './column-reader.ts'
import type { TextFile } from './text-file.ts'

/**
 * Whether something may have to be said of how a column was read: it has more than words and plain numbers,
 * or these may be others.
 */
export function isColumnToExplain(reader: ColumnReader): boolean {
  const { texts, digitTimes, time, marks, missingCells, missingCodes } = reader
  const isMissing = missingCells !== null || missingCodes > 0
  const mayBeTime = time !== undefined || (digitTimes?.mayBeTimes ?? false)
  return isMissing || mayBeTime || texts !== null || marks.doubtful !== null
}

/** The same of a text beside its columns. */
export function isFileToExplain(file: TextFile, readers: readonly ColumnReader[]): boolean {
  return hasPadded(file) || mayHaveSubtotals(file, readers)
}

/** Whether the first rows have a number such as 1.10, which may be that of a version. */
function hasPadded({ records }: TextFile): boolean {
  return records.some(({ cells }) => cells.some((cell) => /^\d+\.\d0$/.test(cell)))
}

/** Whether a short table has numbers behind texts, as a pivot table has. */
function mayHaveSubtotals({ isWhole }: TextFile, readers: readonly ColumnReader[]): boolean {
  return isWhole && readers[0]?.isOfTexts && readers.at(-1)!.isNumeric
}
