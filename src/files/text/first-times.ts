import type { TimeKind } from '#core'

/** So many of each part of the rows are kept. */
const most = 1000

/** Dates and times of a column: the first of each part of the rows. */
export class FirstTimes {
  readonly values: number[] = []

  /** Keeps some values of a part, if they are dates or times; returns the part. */
  keep(part: Float64Array, time: TimeKind | undefined): Float64Array {
    if (time) this.values.push(...part.subarray(0, most))
    return part
  }
}
