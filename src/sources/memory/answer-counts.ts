import type { Counts } from '../../statistics/counts.ts'
import { membersOf } from '../../statistics/family.ts'
import type { CountsRequest } from '../../statistics/request.ts'
import { contingency } from './counting.ts'
import type { Sight } from './sight.ts'

/** Contingency tables of a family; yields after each, so that the work can be followed and stopped. */
export function* answerCounts(request: CountsRequest, sight: Sight): Generator<void, readonly Counts[]> {
  const tables: Counts[] = []
  for (const member of membersOf(request.family)) {
    const codes = member.map((variable) => sight.codesOf(variable))
    const names = member.map(({ column }) => sight.columns[column].name)
    tables.push(contingency(codes, names, sight.rows.weights))
    yield
  }
  return tables
}
