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

/** The columns of a group, scaled for distances, over its rows; and its members by column indices. */
interface DistanceColumns {
  readonly rows: number
  readonly columns: readonly Float64Array[]
  readonly origins: Origins | undefined
  readonly sets: Sets
}

/** Prepares the variables of a group, followed by the `others` that every member is combined with. */
export function layOut(
  { rows, members }: CompleteGroup,
  request: NearestRequest,
  resolved: ResolvedView,
  others: readonly Variable[] = [],
): DistanceColumns {
  const places = new Map<Variable, number>()
  const columns: DistanceValues[] = []
  const numbers: number[] = []
  const ends: number[] = []
  for (const member of members) {
    for (const variable of member) {
      if (!places.has(variable)) {
        places.set(variable, columns.length)
        columns.push(distancesOf(variable, request, rows, resolved))
      }
      numbers.push(places.get(variable)!)
    }
    ends.push(numbers.length)
  }
  for (const variable of others) columns.push(distancesOf(variable, request, rows, resolved))
  return {
    rows: rows?.length ?? resolved.rows.length,
    columns: columns.map(({ values }) => values),
    origins: originsOf(columns, request),
    sets: { columns: Uint32Array.from(numbers), ends: Uint32Array.from(ends) },
  }
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
