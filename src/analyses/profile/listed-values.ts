import type { OrderRequest, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ScopeColumn } from '../scope/scope.ts'
import { lookAtFirstRows } from './first-rows.ts'

/**
 * The distinct values of columns, where these are no more than `most`: of most columns the first rows show
 * that they are more.
 */
export async function listedValues(
  batcher: RequestBatcher,
  read: readonly { readonly column: ScopeColumn; readonly most: number }[],
  view: View,
): Promise<ReadonlyMap<number, readonly number[] | null>> {
  const listed = new Map<number, readonly number[] | null>()
  const columns = read.map(({ column }) => column)
  await lookAtFirstRows(batcher, columns, view, (values, place, areAll) => {
    const { most } = read[place]
    if (areAll) listed.set(columns[place].column, values.listUpTo(most))
    else if (values.distinctUpTo(most) === null) listed.set(columns[place].column, null)
  })
  const others = read.filter(({ column: { column } }) => !listed.has(column))
  const orders = others.map(({ column: { column }, most }): OrderRequest => {
    return { kind: 'order', variable: { column, coding: null }, at: [], distinctUpTo: most, view }
  })
  const found = await batcher.requestOnce(orders)
  others.forEach(({ column: { column } }, place) => listed.set(column, found[place].distinct))
  return listed
}
