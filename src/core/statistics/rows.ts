import { variablesKey, viewKey } from './keys.ts'
import type { RequestKind } from './request-kind.ts'
import type { Variable } from './variable.ts'
import type { View } from './view.ts'

/** The rows themselves, in memory: the values of a numeric column, the level numbers of a coded one. */
export interface RowsRequest {
  readonly kind: 'rows'
  readonly columns: readonly Variable[]
  readonly view: View
}

export const rowsKind: RequestKind<RowsRequest> = {
  views: { view: 'one' },
  variables: ({ columns }) => columns,
  key: { columns: variablesKey, view: viewKey },
  check: () => {},
}

/** Rows in memory: NaN where a value is missing; a weight for each row, 1 unless the view says otherwise. */
export interface Rows {
  readonly columns: readonly Float64Array[]
  readonly weights: Float64Array
}
