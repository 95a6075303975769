import { singles } from '#core'
import type { CountsRequest, Finding, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'

/** A column is nearly constant from this share of one value on. */
const nearlyAll = 0.99

/** Findings from a column alone. */
export function plainFindings(
  { column: { time }, n, distinct, numbers }: ColumnContents,
  rows: number,
): Finding[] {
  const isConstant = distinct === 1 || (numbers !== null && numbers.min === numbers.max)
  if (n === 0) return [{ kind: 'empty', message: 'has no value' }]
  if (isConstant) return [{ kind: 'constant', message: 'has the same value in every row that has one' }]
  const share = `${Math.round((100 * (rows - n)) / rows)} %`
  return [
    ...(time ? [{ kind: 'time', message: `contains ${timeInWords[time]}` } as const] : []),
    ...(rows - n > rows / 2
      ? [{ kind: 'mostly-empty', message: `has no value in ${share} of the rows` } as const]
      : []),
  ]
}

const timeInWords = { date: 'dates', datetime: 'dates with a time', time: 'times' } as const

/** Finds columns with one value in at least 99 of 100 rows. */
export async function nearlyConstant(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<ReadonlyMap<ColumnContents, Finding>> {
  // Where 99 of 100 values are equal the entropy is at most this, even if the others are a million different
  // values.
  const suspects = contents.filter(({ levels, n, bits }) => levels !== null && bits[0] <= 0.3 * n)
  if (suspects.length === 0) return new Map()
  const request: CountsRequest = {
    kind: 'counts',
    family: singles(suspects.map(({ levels }) => levels!)),
    view,
  }
  const [[tables]] = await batcher.request([[request]])
  return new Map(
    suspects.flatMap((one, i): (readonly [ColumnContents, Finding])[] => {
      const most = tables[i].cells.reduce((most, count) => Math.max(most, count), 0)
      if (most < nearlyAll * one.n) return []
      const value = tables[i].levels[0][tables[i].cells.indexOf(most)]
      return [
        [
          one,
          { kind: 'nearly-constant', message: `is ${value} in all but ${one.n - most} of ${one.n} rows` },
        ],
      ]
    }),
  )
}

/** The finding that a column repeats another, or the target. */
export function copyFinding(
  { column: { name: of } }: ColumnContents,
  isTarget: boolean,
  isRounded = false,
): Finding {
  const first = isTarget ? `the target ${of}` : of
  const how = isRounded
    ? ' but for scale and rounding'
    : `: each of its values matches one of ${isTarget ? 'the target' : of}`
  return { kind: isTarget ? 'target-copy' : 'copy', of, message: `repeats ${first}${how}` }
}
