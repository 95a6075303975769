import ln from '@stdlib/math-base-special-ln'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { seeded } from '#core'
import type { NearestRequest, NearestWanted, Scale, Variable } from '#core'
import { midRanks } from '#methods'
import type { Origins } from '../neighbours/rounding.ts'
import type { Sets } from '../threads/sets.ts'
import { pickRows } from './complete-groups.ts'
import type { CompleteGroup } from './complete-groups.ts'
import { deviationOf, distanceValues, refuseSmall, scaleValues } from './distance-values.ts'
import type { DistanceValues, Scaled } from './distance-values.ts'
import type { ResolvedView } from './resolved-view.ts'

/**
 * The columns of a group, scaled for distances, over its rows; its members by column indices, and those of
 * each list of others.
 */
interface DistanceColumns {
  readonly rows: number
  readonly columns: readonly Float64Array[]
  readonly origins: Origins | undefined
  readonly sets: Sets
  readonly others: readonly (readonly number[])[]
}

/** Prepares the variables of a group, and lists of `others` that every member is combined with. */
export function layOut(
  { rows, members }: CompleteGroup,
  request: NearestRequest,
  resolved: ResolvedView,
  others: readonly (readonly Variable[])[] = [],
): DistanceColumns {
  const places = new Map<Variable, readonly number[]>()
  const columns: DistanceValues[] = []
  const placesOf = (variable: Variable) => {
    const known = places.get(variable)
    if (known) return known
    const own = variable.coding
      ? digitsOf(variable, rows, resolved)
      : [distancesOf(variable, request, rows, resolved)]
    const found = own.map((_, i) => columns.length + i)
    columns.push(...own)
    places.set(variable, found)
    return found
  }
  const numbers: number[] = []
  const ends: number[] = []
  for (const member of members) {
    for (const variable of member) numbers.push(...placesOf(variable))
    ends.push(numbers.length)
  }
  const placed = others.map((list) => list.flatMap(placesOf))
  return {
    rows: rows?.length ?? resolved.rows.length,
    columns: columns.map(({ values }) => values),
    origins: originsOf(columns, request),
    sets: { columns: Uint32Array.from(numbers), ends: Uint32Array.from(ends) },
    others: placed,
  }
}

/**
 * Levels as the binary digits of their numbers: the greatest difference of a digit is 0 between rows of one
 * level, and 1 between rows of two.
 */
function digitsOf(variable: Variable, rows: Int32Array | null, resolved: ResolvedView): DistanceValues[] {
  const { levels, count } = levelsOf(variable, rows, resolved)
  const digits = Math.max(1, 32 - Math.clz32(count - 1))
  return Array.from({ length: digits }, (_, digit) => ({
    values: Float64Array.from(levels, (level) => (level >> digit) & 1),
    origin: NaN,
  }))
}

/** The origins of scaled columns. Noise breaks ties, so with it only the same distances are equal. */
export function originsOf(
  columns: readonly DistanceValues[],
  { jitter }: NearestRequest,
): Origins | undefined {
  return jitter ? undefined : Float64Array.from(columns, ({ origin }) => origin)
}

/** The numbers of a variable, scaled for distances. */
export function distancesOf(
  variable: Variable,
  { scale, jitter, wanted }: NearestRequest,
  rows: Int32Array | null,
  resolved: ResolvedView,
): DistanceValues {
  const { name } = resolved.columns[variable.column]
  const picked = pickRows(resolved.valuesOf(variable).values, rows)
  // For other requests, differences that underflow to 0 do no harm.
  if (wanted.of === 'differences' && scale === 'none') refuseSmall(name, picked)
  const scaled = distanceValues(name, picked, scale)
  if (!jitter) return scaled
  const { values } = scaled
  const noise = noiseFor(name, values.length)
  const size = jitter * (scale === 'standard' ? 1 : deviationOf(values))
  for (let row = 0; row < values.length; row++) values[row] += size * noise[row]
  return scaled
}

/** The target whose differences are summed: its scaled values or mid-ranks. */
export function targetOf(
  { target, as }: NearestWanted & { readonly of: 'differences' },
  scale: Scale,
  rows: Int32Array | null,
  resolved: ResolvedView,
): Scaled {
  const values = pickRows(resolved.valuesOf(target).values, rows)
  const { name } = resolved.columns[target.column]
  if (scale === 'none') refuseSmall(name, values)
  return scaleValues(name, as === 'rank' ? midRanks(values) : values, scale)
}

/** The levels of a variable over some rows. */
export function levelsOf(
  target: Variable,
  rows: Int32Array | null,
  resolved: ResolvedView,
): { readonly of: 'levels'; readonly levels: Uint32Array; readonly count: number } {
  const { codes, count } = resolved.codesOf(target)
  return {
    of: 'levels',
    levels: Uint32Array.from(rows ?? codes, rows ? (row) => codes[row] : (code) => code),
    count,
  }
}

/**
 * Normal noise with mean 0 and standard deviation 1 for each included row (Marsaglia's polar method). It
 * depends only on the column's name and the number of included rows, not on the column's position or on
 * excluded rows.
 */
function noiseFor(columnName: string, rows: number): Float64Array {
  const random = seeded(`jitter/${columnName}`)
  const noise = new Float64Array(rows)
  for (let row = 0; row < rows; row += 2) {
    const [first, second] = twoNormals(random)
    noise[row] = first
    if (row + 1 < rows) noise[row + 1] = second
  }
  return noise
}

function twoNormals(random: ReturnType<typeof seeded>): readonly [number, number] {
  for (;;) {
    const x = 2 * uniformFloat64(random) - 1
    const y = 2 * uniformFloat64(random) - 1
    const square = x * x + y * y
    if (square >= 1 || square === 0) continue
    const length = Math.sqrt((-2 * ln(square)) / square)
    return [x * length, y * length]
  }
}
