import type { Variable, View } from '#core'
import type { SqlBatch } from './batch.ts'
import type { CodedColumn } from './coded-column.ts'
import { fromRelation } from './from.ts'
import { conditionAndWeight } from './row-filter.ts'
import type { RowFilter } from './row-filter.ts'

/** The rows over which, and the levels by which, moments are computed. */
export interface GroupedRows {
  readonly filter: RowFilter | null
  readonly by: CodedColumn | null
  readonly view: View
}

/** Registers with the batch the columns that a request needs besides its numbers. */
export function requireGrouping(
  { by, view }: { readonly by?: Variable; readonly view: View },
  batch: SqlBatch,
): GroupedRows {
  const rows = { filter: batch.filter(view), by: by ? batch.levels(by, view) : null, view }
  batch.read([...(rows.by ? [rows.by] : []), ...(rows.filter?.columns ?? [])])
  return rows
}

/** The FROM, the conditions, the class and the weight of a query over numbers and codes of the same rows. */
export function groupedFrom({ filter, by }: GroupedRows, expressions: readonly string[], batch: SqlBatch) {
  const { where, weight } = conditionAndWeight(filter)
  return {
    ...fromRelation(batch.relation, expressions, [...(by ? [by] : []), ...(filter?.columns ?? [])]),
    where: [...(by ? [`${by.name} IS NOT NULL`] : []), ...where],
    by: by?.name ?? '0',
    weight,
  }
}
