import { countedFamilies } from '../../statistics/entropies.ts'
import { membersOf, variablesOf } from '../../statistics/family.ts'
import type { Family } from '../../statistics/family.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { Relation } from './relation.ts'
import type { QueriedRequest } from './tasks.ts'

/** The bytes that the queries of a request read, about; undefined if the size of a column is unknown. */
export function bytesRead(
  request: QueriedRequest,
  queries: number,
  { columns }: Relation,
): number | undefined {
  const bytesOf = (variables: Iterable<Variable>) =>
    [...new Set([...variables].map(({ column }) => column))].reduce(
      (sum, column) => sum + (columns[column].bytes ?? NaN),
      0,
    )
  // Each set is a query of its own, whose columns are read for it alone.
  const bySet = (family: Family) => [...membersOf(family)].reduce((sum, member) => sum + bytesOf(member), 0)
  const bytes = () => {
    switch (request.kind) {
      case 'entropy':
        // A set is counted with that which has one more variable.
        return bySet(countedFamilies(request).at(-1)!)
      case 'counts':
        return bySet(request.family)
      case 'moments':
        // Two queries read each column, of its values; one of each set, of its ranks.
        return request.of === 'ranks' ? bySet(request.family) : 2 * bytesOf(variablesOf(request.family))
      case 'order':
        return queries * bytesOf([request.variable])
      case 'rows':
        return bytesOf(request.columns)
    }
  }
  const found = bytes()
  return Number.isNaN(found) ? undefined : found
}
