import { countLevels, CribaError, sharedBuffer, singles } from '#core'
import type { Counts, DirectRequest, Moments, MomentsOfFamily, Variable, View } from '#core'
import { mirrorBelow } from '../measures/mirror-below.ts'
import { canSquare } from '../measures/test.ts'

/**
 * The place of each variable in a matrix of moments: the target, then numbers, then one column for each
 * level.
 */
export interface Layout {
  readonly target: Variable
  readonly numbers: readonly Variable[]
  readonly coded: readonly Variable[]
  /** Columns of the matrix. */
  readonly width: number
  /** The first place of a feature. */
  readonly placeOf: ReadonlyMap<Variable, number>
  /** Whether the values of a feature, or of the target (null), can be squared without overflow. */
  canSquare(feature: Variable | null, moments: Moments): boolean
}

export function layOut(target: Variable, features: readonly Variable[]): Layout {
  const numbers = features.filter(({ coding }) => coding === null)
  const coded = features.filter(({ coding }) => coding !== null)
  const placeOf = new Map<Variable, number>()
  let width = 1
  for (const feature of [...numbers, ...coded]) {
    placeOf.set(feature, width)
    width += feature.coding ? countLevels(feature.coding) : 1
  }
  return {
    target,
    numbers,
    coded,
    width,
    placeOf,
    canSquare: (feature, { min, max }) => {
      const place = feature ? placeOf.get(feature)! : 0
      return min[place] > max[place] || canSquare(min[place], max[place])
    },
  }
}

/** With more columns and levels the matrix is too large to be solved repeatedly. */
const maxColumns = 1024

export function isWide({ width }: Layout): boolean {
  return width > maxColumns + 1
}

export function refuseWide(layout: Layout): void {
  const { width } = layout
  if (!isWide(layout)) return
  throw new CribaError(
    'too-large',
    `too many columns for linear: ${width - 1}, levels counted (at most ${maxColumns}; drop some, or rank first)`,
  )
}

/**
 * The requests for the moments of one part of the rows: the co-moments of the numbers, their means for each
 * level of a coded column, and the joint counts of pairs of coded columns.
 */
export function gramRequests({ target, numbers, coded }: Layout, view: View): readonly DirectRequest[] {
  const all = [target, ...numbers]
  const pairs = coded.flatMap((b, i) => coded.slice(0, i).map((a) => [a, b] as const))
  return [
    { kind: 'moments', family: { list: [all] }, of: 'values', view },
    ...coded.map((by): DirectRequest => ({ kind: 'moments', family: singles(all), by, of: 'values', view })),
    ...(pairs.length > 0 ? [{ kind: 'counts', family: { list: pairs }, view } as const] : []),
  ]
}

/**
 * Assembles the whole matrix of moments from the answers. For the indicator a of a level with n_a rows and a
 * number x, C_ax = n_a(x̄_a − x̄); for two indicators C_ab = n_ab − n_a n_b/n.
 */
export function gramOf(
  { numbers, coded, width, placeOf }: Layout,
  [first, ...others]: readonly (MomentsOfFamily | readonly Counts[])[],
): Moments {
  // Shared, so that threads need no copy.
  const comoment = new Float64Array(sharedBuffer(8 * width * width))
  const ofNumbers = first as MomentsOfFamily
  const n = ofNumbers.n[0]
  const numeric = 1 + numbers.length
  const [mean, meanLow, min, max] = [ofNumbers.mean, ofNumbers.meanLow, ofNumbers.min, ofNumbers.max].map(
    (given) => {
      const own = new Float64Array(width)
      own.set(given)
      return own
    },
  )
  const put = (a: number, b: number, value: number) => {
    comoment[a * width + b] = value
    comoment[b * width + a] = value
  }
  for (let a = 0; a < numeric; a++)
    comoment.set(ofNumbers.comoment.subarray(a * numeric, a * numeric + a + 1), a * width)
  mirrorBelow(comoment, width)
  /** The rows of each level. */
  const rows = new Float64Array(width)
  coded.forEach((variable, i) => {
    const levels = others[i] as MomentsOfFamily
    const place = placeOf.get(variable)!
    for (let level = 0; level < levels.classes; level++) {
      const a = place + level
      rows[a] = levels.n[level]
      mean[a] = n === 0 ? 0 : rows[a] / n
      min[a] = rows[a] < n ? 0 : 1
      max[a] = rows[a] > 0 ? 1 : 0
      for (let x = 0; x < numeric; x++) {
        const at = x * levels.classes + level
        const shift = levels.mean[at] - mean[x] + (levels.meanLow[at] - meanLow[x])
        put(a, x, rows[a] === 0 ? 0 : rows[a] * shift)
      }
      for (let b = place; b <= a; b++) put(a, b, (a === b ? rows[a] : 0) - rows[a] * mean[b])
    }
  })
  const tables = (coded.length > 1 ? others[coded.length] : []) as readonly Counts[]
  let table = 0
  coded.forEach((right, j) => {
    for (const left of coded.slice(0, j)) {
      const { cells, levels } = tables[table++]
      const wide = levels[1].length
      const [from, to] = [placeOf.get(left)!, placeOf.get(right)!]
      cells.forEach((count, cell) => {
        const [a, b] = [from + Math.floor(cell / wide), to + (cell % wide)]
        put(a, b, count - rows[a] * mean[b])
      })
    }
  })
  return { n, mean, meanLow, min, max, comoment }
}

/** The places of a set in the matrix, and for each place the column whose level it is; null for a number. */
export function indicatorsOf(
  { placeOf }: Layout,
  set: readonly Variable[],
): { readonly places: readonly number[]; readonly levelOf: readonly (number | null)[] } {
  const columns = set.flatMap((feature): readonly (readonly [place: number, levelOf: number | null])[] => {
    const place = placeOf.get(feature)!
    const { coding, column } = feature
    if (!coding) return [[place, null]]
    return Array.from({ length: countLevels(coding) }, (_, level) => [place + level, column] as const)
  })
  return { places: columns.map(([place]) => place), levelOf: columns.map(([, column]) => column) }
}
