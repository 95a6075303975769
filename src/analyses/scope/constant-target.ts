import { CribaError } from '#core'
import type { Level } from '#core'
import type { AnalysisScope, ScopeColumn } from './scope.ts'

/** That a target has no value, or always the same. */
export function constantTarget(
  { name, missing, column }: ScopeColumn,
  { source, view }: AnalysisScope,
  values: readonly Level[],
): CribaError {
  if (missing === source.rows)
    return new CribaError('missing', `missing target values: column ${name} has none`)
  const { complete = [] } = view
  const isOfColumns = complete.some((place) => place !== column)
  if (values.length > 0) {
    const where = isOfColumns ? ' in the rows complete in all columns' : ''
    const remedy = isOfColumns
      ? 'choose another policy for missing values, or drop columns'
      : 'needs two or more different values'
    return new CribaError('unsuitable', `invalid target: ${name} is always ${values[0]}${where} (${remedy})`)
  }
  const why = isOfColumns
    ? 'is complete in all columns (choose another policy for missing values, or drop columns)'
    : 'has a weight above 0'
  return new CribaError('missing', `missing rows: none with a value of ${name} ${why}`)
}
