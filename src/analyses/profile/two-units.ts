import type { View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'
import { lookAtFirstRows } from './first-rows.ts'
import type { ColumnValues } from './column-values.ts'

/**
 * So many times the others are numbers in a smaller unit: centimetres among metres, grams among kilograms.
 */
export const factors = [100, 1000] as const
/** Of many distinct numbers so many of each group are looked at. */
export const looks = 32

/** The numbers of a column in two groups that are far from each other. */
export interface TwoGroups {
  readonly name: string
  /** The smallest and the largest number of each. */
  readonly small: readonly [number, number]
  readonly large: readonly [number, number]
  /** Whether the larger numbers are fewer. */
  readonly isLargeRare: boolean
}

export interface TwoUnits extends TwoGroups {
  readonly factor: number
}

/** Ranks spread from the first to the last. */
export function ranksBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: looks }, (_, i) => Math.round(first + (i * (last - first)) / (looks - 1)))
}

/** The columns without those whose first rows have numbers where two groups would have none. */
export async function withoutFilled(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
  isFilled: (one: ColumnContents, values: ColumnValues) => boolean,
): Promise<readonly ColumnContents[]> {
  const filled = new Set<ColumnContents>()
  const columns = contents.map(({ column }) => column)
  await lookAtFirstRows(batcher, columns, view, (values, place) => {
    if (isFilled(contents[place], values)) filled.add(contents[place])
  })
  return contents.filter((one) => !filled.has(one))
}
