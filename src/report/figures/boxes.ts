import { interpolate } from '#core'
import type { SampledColumn } from '#core'

/** The values of the rows with a level: quartiles by linear interpolation (type 7), whiskers as Tukey has them. */
interface Box {
  /** The place of the level. */
  readonly level: number
  readonly rows: number
  /** The furthest values within 1.5 interquartile ranges of the box. */
  readonly low: number
  readonly high: number
  readonly lower: number
  readonly median: number
  readonly upper: number
}

/** A box for each level that has a row with both values. */
export function boxesOf(
  numbers: SampledColumn,
  levels: SampledColumn,
  rows: readonly number[],
): readonly Box[] {
  const ofLevels = (levels.levels ?? []).map((): number[] => [])
  for (const row of rows) {
    const [value, level] = [numbers.values[row], levels.values[row]]
    if (value !== null && level !== null) ofLevels[level].push(value)
  }
  return ofLevels.flatMap((values, level) => (values.length > 0 ? [boxOf(level, values)] : []))
}

function boxOf(level: number, values: number[]): Box {
  values.sort((a, b) => a - b)
  const [lower, median, upper] = [1, 2, 3].map((quarter) => quantile(values, quarter))
  const reach = 1.5 * (upper - lower)
  return {
    level,
    rows: values.length,
    low: values.find((value) => value >= lower - reach)!,
    lower,
    median,
    upper,
    high: values.findLast((value) => value <= upper + reach)!,
  }
}

function quantile(sorted: readonly number[], quarter: number): number {
  const place = (quarter * (sorted.length - 1)) / 4
  const [before, after] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return interpolate({ part: quarter, of: 4 }, sorted.length, before, after)
}
