import { mapFamily, membersOf } from '#core'
import type { Family } from '#core'
import { partialFOf } from '#methods'
import type { FittedResiduals, PartialFTest, SetPair, SubsetProblem } from '#methods'
import { areSingle, columnsOf, costOf, perCost } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'
import type { ColumnSets, Fits } from './subset-problem.ts'

/** Sets of search units as sets of columns: the columns of the units, and those that are kept. */
export class UnitSets implements SubsetProblem {
  readonly size: number
  readonly least: number
  readonly ofNone: number
  readonly secondMerits?: (sets: Family<number>) => Promise<Float64Array>
  readonly partialFs?: NonNullable<SubsetProblem['partialFs']>
  readonly isMonotone: boolean
  readonly #columns: ColumnSets
  readonly #searchUnits: SearchUnits

  /** `second` scores the same sets by a second criterion. */
  constructor(columns: ColumnSets, searchUnits: SearchUnits, second: ColumnSets | null = null) {
    this.size = searchUnits.members.length
    this.least = searchUnits.kept.length > 0 ? 0 : columns.least
    this.ofNone = columns.ofNone
    this.isMonotone = columns.isMonotone === true
    this.#columns = columns
    this.#searchUnits = searchUnits
    const { fits } = columns
    if (fits) {
      const inOrder = (units: readonly number[]) => columnsOf(searchUnits, units).sort((a, b) => a - b)
      this.partialFs = (pairs) =>
        partialFsOf(
          fits,
          pairs.map(({ smaller, larger }) => ({ smaller: inOrder(smaller), larger: inOrder(larger) })),
        )
    }
    if (second) {
      const bySecond = new UnitSets(second, searchUnits)
      this.secondMerits = (sets) => bySecond.merits(sets)
    }
  }

  async merits(sets: Family<number>, progress?: (share: number) => void): Promise<Float64Array> {
    const { costs } = this.#searchUnits
    if (!costs) return this.#columns.merits(this.#ofColumns(sets), progress)
    const all = [...membersOf(sets)]
    const totals = all.map((set) => costOf(costs, set))
    const merits = await this.#columns.merits(this.#ofColumns(sets), progress)
    return costs.most === Infinity
      ? merits.map((merit, set) => perCost(merit, totals[set]))
      : merits.map((merit, set) => (totals[set] <= costs.most ? merit : NaN))
  }

  /**
   * The same sets by their columns. A family keeps its form where every unit is one column, so that a source
   * can share work.
   */
  #ofColumns(sets: Family<number>): Family<number> {
    const { kept, members } = this.#searchUnits
    if (!areSingle(this.#searchUnits)) {
      return {
        list: [...membersOf(sets)].map((set) => columnsOf(this.#searchUnits, set).sort((a, b) => a - b)),
      }
    }
    const family = mapFamily(sets, (unit) => members[unit][0])
    if (kept.length === 0) return family
    if ('each' in family) return { base: [...kept, ...family.base], each: family.each }
    if ('of' in family) return { ...family, base: [...kept, ...(family.base ?? [])] }
    return { list: family.list.map((set) => [...kept, ...set]) }
  }
}

/**
 * The partial F-test of each larger set of columns beside the smaller, all the columns by which it is larger
 * at once.
 */
async function partialFsOf(
  fits: NonNullable<ColumnSets['fits']>,
  pairs: readonly SetPair[],
): Promise<readonly PartialFTest[]> {
  const sets = new Map(
    pairs.flatMap(({ smaller, larger }) => [smaller, larger]).map((set) => [set.join(), set]),
  )
  const places = new Map([...sets.keys()].map((key, place) => [key, place]))
  const found = await fits({ list: [...sets.values()] })
  const fitOf = (set: readonly number[]) => fitAt(found, places.get(set.join())!)
  return pairs.map(({ smaller, larger }) => partialFOf(fitOf(smaller), fitOf(larger)))
}

function fitAt({ n, squares, ranks }: Fits, set: number): FittedResiduals {
  return { n: n[set], squares: squares[set], rank: ranks[set] }
}
