import type { ModelColumn } from '../../kernel/models/model.ts'
import type { LearnerRows, OwnModel } from '../../spec/own-learner.ts'

/** Rows as lists of numbers, for a learner of one's own; all of them have a value in every column. */
export function rowsOfNumbers(
  columns: readonly ModelColumn[],
  rows: Int32Array,
  levels: OwnModel['facts']['levels'],
): LearnerRows {
  return Array.from(rows, (row) => {
    const numbers: number[] = []
    for (const column of columns) {
      if ('values' in column) numbers.push(column.values[row])
      else if (levels === 'numbers') numbers.push(column.codes[row])
      else
        for (let level = 0; level < column.levels; level++) numbers.push(Number(level === column.codes[row]))
    }
    return numbers
  })
}
