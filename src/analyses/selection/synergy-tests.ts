import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { limits, seeded, seedWith } from '#core'
import type { Counts, Family, View } from '#core'
import type { GainP } from '../measures/gain-p.ts'
import { conditionalLaw, conditionalTail } from '../measures/synergy.ts'
import { threeWayTail } from '../measures/three-way.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { level, mostLevelsOf } from './synergy-screen.ts'
import type { ScreenedPair, ScreenedSelection } from './synergy-screen.ts'

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
export interface TestedPair extends GainP {
  readonly pair: ScreenedPair
}

/**
 * The pairs in which each column that was not chosen has significant information given the other, at the level divided by all
 * pairs; and, at the level divided by the pairs left, given the other and any one of the other chosen columns too. Where such a
 * column has significant information alone, effects that just add up do not count: the interaction of the three variables has to be
 * significant. Null where rows have fractional weights, which are not permuted.
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
  const significant: TestedPair[] = []
  for (const { pair, table } of open) {
    await pause()
    const tested = largestP(pair, table)
    if (tested.pValue <= deciding) significant.push({ pair, ...tested })
  }
  const kept: TestedPair[] = []
  for (const one of significant) {
    if (await addsToOthers(one.pair, level / significant.length)) kept.push(one)
  }
  return kept

  function largestP(pair: ScreenedPair, table: Counts): GainP {
    const random = seeded(`${seedWith(seed, table.cells)}/synergy/${names[pair.a]}/${names[pair.b]}`)
    const uniform = () => uniformFloat64(random)
    let largest: GainP = { pValue: 0, by: 'exact' }
    for (const x of axesOf(pair)) {
      const test = conditionalTail(table, { x, y: 2, z: [1 - x] }, uniform, deciding)
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
