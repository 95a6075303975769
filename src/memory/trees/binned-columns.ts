import type { ModelColumn, TrainingRows } from '../threads/model-rows.ts'
import { binColumn } from './binned-column.ts'
import type { BinnedColumn } from './binned-column.ts'

/** The most codes that are kept for later fits, but for those of the last rows. */
const mostKept = 1 << 25

interface KeptColumns {
  readonly rows: Int32Array
  readonly byColumn: Map<ModelColumn, BinnedColumn>
}

const kept = new WeakMap<object, KeptColumns[]>()

/** The columns of training rows in bins, made once for all fits to the same rows. */
export function binnedColumns({ columns, rows, weights, shared }: TrainingRows): readonly BinnedColumn[] {
  const all = kept.get(shared) ?? []
  kept.set(shared, all)
  const place = all.findIndex((one) => one.rows === rows)
  const [own] = place < 0 ? [{ rows, byColumn: new Map<ModelColumn, BinnedColumn>() }] : all.splice(place, 1)
  all.push(own)
  const binned = columns.map((column) => {
    const known = own.byColumn.get(column) ?? binColumn(column, rows, weights)
    own.byColumn.set(column, known)
    return known
  })
  while (all.length > 1 && sizeOf(all) > mostKept) all.shift()
  return binned
}

function sizeOf(all: readonly KeptColumns[]): number {
  return all.reduce((sum, { rows, byColumn }) => sum + rows.length * byColumn.size, 0)
}
