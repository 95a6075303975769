import { singles } from '#core'
import { namesAmounts } from '#files/cells'
import type { CountsRequest, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'

/** In more of the rows 0 is an amount as others are; in fewer than so many it may be a slip. */
const mostZeros = 0.25
const fewestZeros = 6
/** Nothing stands between 0 and a twentieth of the mean, which is 5 or more: rain and counts begin just above 0. */
const ofMean = 0.05
const leastNext = 5
/** Percentages may be 0. */
const mostOfPercent = 100
/** Of few different numbers 0 is a level. */
const fewestOthers = 20

/**
 * Columns of amounts that nothing has 0 of, such as prices, which are 0 in some rows although no other comes near, and
 * these rows. Garages may have an area of 0, where there is none.
 */
export async function loneZeros(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly { readonly one: ColumnContents; readonly rows: number }[]> {
  const suspects = contents.filter(({ column, numbers, listed }) => {
    if (!numbers || column.time || numbers.min !== 0 || numbers.max <= mostOfPercent) return false
    if (!namesAmounts(column.name)) return false
    return nextOf(numbers.mean) >= leastNext && (listed === null || listed.length > fewestOthers)
  })
  if (suspects.length === 0) return []
  const each = suspects.map(({ column: { column }, numbers }) => {
    return { column, coding: { kind: 'cuts' as const, cuts: [0, nextOf(numbers!.mean)] } }
  })
  const request: CountsRequest = { kind: 'counts', family: singles(each), view }
  const [tables] = await batcher.requestOnce([request])
  return suspects.flatMap((one, i) => {
    const [rows, between, above] = tables[i].cells
    const areFew = rows >= fewestZeros && rows <= mostZeros * (rows + above)
    return between === 0 && areFew ? [{ one, rows }] : []
  })
}

function nextOf(mean: number): number {
  return ofMean * mean
}
