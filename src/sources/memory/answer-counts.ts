import type { Column } from '../../columns/column.ts'
import type { Counts } from '../../statistics/counts.ts'
import { membersOf } from '../../statistics/family.ts'
import type { CountsRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { Codes } from './codes.ts'
import { contingency } from './counting.ts'
import type { RowsInPlay } from './rows-in-play.ts'

export function answerCounts(
  request: CountsRequest,
  codesOf: (variable: Variable) => Codes,
  columns: readonly Column[],
  { weights }: RowsInPlay,
): readonly Counts[] {
  return [...membersOf(request.family)].map((member) =>
    contingency(
      member.map(codesOf),
      member.map(({ column }) => columns[column].name),
      weights,
    ),
  )
}
