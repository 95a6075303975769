import ln from '@stdlib/math-base-special-ln'
import { limits, seeded, seedWith } from '#core'
import type { Counts, Family, View } from '#core'
import { openTableDraws } from '#memory'
import { chiSquareTail } from '#methods'
import type { GainP } from '../null-distributions/gain-p.ts'
import { conditionalLaw, conditionalTail } from '../null-distributions/independence.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { level, mostLevelsOf } from './synergies.ts'
import type { ScreenedPair, ScreenedSelection } from './synergies.ts'

/** Fitting ends where no margin differs by more than this share of the rows, or after so many rounds. */
const fitting = { difference: 1e-9, rounds: 200 } as const

/** The three pairs of axes whose tables a fit keeps. */
const margins = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const

/**
 * The p-value of the interaction of three variables: G² of their table against the log-linear model without
 * an interaction of all three, in which the odds ratios of two of them are the same at each level of the
 * third (Bartlett 1935). The model keeps the three tables of pairs and is fitted by iterative proportional
 * fitting (Deming and Stephan 1940). χ² with (I − 1)(J − 1)(K − 1) degrees of freedom, fewer where pairs of
 * levels never occur (Bishop, Fienberg and Holland 1975).
 */
export function threeWayTail({ levels, cells }: Counts): number {
  const sizes = levels.map(({ length }) => length)
  const placesOf = margins.map((axes) => marginPlaces(sizes, axes))
  const observed = placesOf.map((places) => sumsAt(places, cells))
  const n = cells.reduce((sum, count) => sum + count, 0)
  const fitted = new Float64Array(cells.length).fill(1)
  for (let round = 0, difference = Infinity; round < fitting.rounds; round++) {
    difference = 0
    placesOf.forEach((places, margin) => {
      const sums = sumsAt(places, fitted)
      sums.forEach((sum, place) => {
        difference = Math.max(difference, Math.abs(sum - observed[margin][place]))
        sums[place] = sum > 0 ? observed[margin][place] / sum : 0
      })
      fitted.forEach((_, cell) => (fitted[cell] *= sums[places[cell]]))
    })
    if (round > 0 && difference <= fitting.difference * n) break
  }
  let g2 = 0
  cells.forEach((count, cell) => (g2 += count > 0 ? 2 * count * ln(count / fitted[cell]) : 0))
  const degrees = degreesOf(cells, observed, placesOf, sizes)
  return degrees > 0 ? chiSquareTail(g2, degrees) : 1
}

/** Cells that may occur, less the parameters of the model that can be estimated. */
function degreesOf(
  cells: Float64Array,
  observed: readonly Float64Array[],
  placesOf: readonly Int32Array[],
  sizes: readonly number[],
): number {
  const possible = cells.filter((_, cell) =>
    observed.every((sums, margin) => sums[placesOf[margin][cell]] > 0),
  ).length
  const pairs = observed.reduce((sum, sums) => sum + occurring(sums), 0)
  const [of01, of02] = observed
  const levels = [
    occurring(rowSums(of01, sizes[1])),
    occurring(columnSums(of01, sizes[1])),
    occurring(columnSums(of02, sizes[2])),
  ]
  return possible - (pairs - levels.reduce((sum, count) => sum + count, 0) + 1)
}

function occurring(sums: Float64Array): number {
  return sums.filter((sum) => sum > 0).length
}

function rowSums(table: Float64Array, columns: number): Float64Array {
  const sums = new Float64Array(table.length / columns)
  table.forEach((count, place) => (sums[Math.floor(place / columns)] += count))
  return sums
}

function columnSums(table: Float64Array, columns: number): Float64Array {
  const sums = new Float64Array(columns)
  table.forEach((count, place) => (sums[place % columns] += count))
  return sums
}

/** For each cell its place in the table of two axes. */
function marginPlaces(sizes: readonly number[], [first, second]: readonly [number, number]): Int32Array {
  const [, size1, size2] = sizes
  return Int32Array.from({ length: sizes.reduce((product, size) => product * size, 1) }, (_, cell) => {
    const at = [Math.floor(cell / (size1 * size2)), Math.floor(cell / size2) % size1, cell % size2]
    return at[first] * sizes[second] + at[second]
  })
}

function sumsAt(places: Int32Array, values: Float64Array): Float64Array {
  const sums = new Float64Array(places.reduce((most, place) => Math.max(most, place), -1) + 1)
  values.forEach((value, cell) => (sums[places[cell]] += value))
  return sums
}

/** The most pairs whose tables are counted, and those of them that are permuted. */
const most = { counted: 128, permuted: 16 } as const

/** What tests of pairs have in common. */
interface PairTesting {
  /** How many pairs there are in all. */
  readonly pairs: number
  readonly seed: number
  /** Yields to the event loop now and then; throws where the run was interrupted. */
  readonly pause: () => Promise<void>
}

/** A pair with the larger p-value of its columns that were not chosen. */
interface TestedPair extends GainP {
  readonly pair: ScreenedPair
}

/**
 * The pairs in which each column that was not chosen has significant information given the other, at the
 * level divided by all pairs; and, at the level divided by the pairs left, given the other and any one of the
 * other chosen columns too. Where such a column has significant information alone, effects that just add up
 * do not count: the interaction of the three variables has to be significant. Null where rows have fractional
 * weights, which are not permuted.
 */
export async function testPairs(
  batcher: RequestBatcher,
  { input, chosen }: ScreenedSelection,
  found: readonly ScreenedPair[],
  { pairs, seed, pause }: PairTesting,
): Promise<readonly TestedPair[] | null> {
  const { features, names, context } = input
  const target = context.target!
  const deciding = level / pairs
  const isChosen = new Set(chosen)
  const counted = found.slice(0, most.counted)
  const list = counted.map(({ a, b }) => [features[a], features[b], target])
  const tables = list.length > 0 ? await countsOf(batcher, { list }, context.view) : []
  if (!tables.every(({ cells }) => cells.every(Number.isInteger))) return null
  const open: { readonly pair: ScreenedPair; readonly table: Counts }[] = []
  for (const [i, pair] of counted.entries()) {
    if (open.length === most.permuted) break
    await pause()
    if (pair.isHidden || threeWayTail(tables[i]) <= deciding) open.push({ pair, table: tables[i] })
  }
  const draw = await openTableDraws()
  const significant: TestedPair[] = []
  for (const { pair, table } of open) {
    await pause()
    const tested = await largestP(pair, table)
    if (tested.pValue <= deciding) significant.push({ pair, ...tested })
  }
  const kept: TestedPair[] = []
  for (const one of significant) {
    if (await addsToOthers(one.pair, level / significant.length)) kept.push(one)
  }
  return kept

  async function largestP(pair: ScreenedPair, table: Counts): Promise<GainP> {
    const name = `synergy/${names[pair.a]}/${names[pair.b]}`
    const draws = draw(() => seeded(`${seedWith(seed, table.cells)}/${name}`))
    let largest: GainP = { pValue: 0, by: 'exact' }
    for (const x of axesOf(pair)) {
      const test = await conditionalTail(table, { x, y: 2, z: [1 - x] }, draws, deciding, () =>
        batcher.pauseIfDue(),
      )
      if (test.pValue >= largest.pValue) largest = test
      // One that is not significant decides.
      if (test.pValue > deciding) break
    }
    return largest
  }

  /** Whether the columns of a pair that were not chosen add to each other chosen column too. */
  async function addsToOthers(pair: ScreenedPair, limit: number): Promise<boolean> {
    const set = [features[pair.a], features[pair.b], target]
    const others = chosen.filter((place) => place !== pair.a && place !== pair.b)
    const each = others.map((place) => features[place])
    const sizeOf = (variables: typeof set) =>
      variables.reduce((cells, variable) => cells * mostLevelsOf(variable), 1)
    // Tables so large have too few rows in each cell to show anything.
    if (each.some((other) => sizeOf([...set, other]) > limits.cells)) return false
    const given = each.length > 0 ? await countsOf(batcher, { base: set, each }, context.view) : []
    for (const table of given) {
      await pause()
      if (axesOf(pair).some((x) => conditionalLaw(table, { x, y: 2, z: [1 - x, 3] }) > limit)) return false
    }
    return true
  }

  /** The axes of the columns that were not chosen. */
  function axesOf({ a }: ScreenedPair): readonly number[] {
    return isChosen.has(a) ? [1] : [0, 1]
  }
}

async function countsOf(batcher: RequestBatcher, family: Family, view: View): Promise<readonly Counts[]> {
  const [tables] = await batcher.requestOnce([{ kind: 'counts', family, view }])
  return tables
}
