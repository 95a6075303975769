import { mapFamily, membersOf } from '#core'
import type { Family } from '#core'
import { partialFOf } from '#methods'
import type {
  Evaluation,
  FittedResiduals,
  NullTest,
  PartialFTest,
  PValueEstimate,
  SetPair,
  StepProblem,
  SubsetProblem,
} from '#methods'
import { areSingle, columnsOf, costOf, perCost } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'
import type { ColumnSets, Fits } from './subset-problem.ts'

/**
 * Search units as candidates, scored by their columns: the score of a group is the mean of its columns', each
 * beside those selected but not beside the others of its group. A group is chosen if one of its columns is.
 * Columns to keep are selected from the start.
 */
export class UnitSteps implements StepProblem {
  readonly size: number
  readonly test: StepProblem['test']
  /** Columns to keep are among those scored. */
  readonly evaluateAmong?: NonNullable<StepProblem['evaluateAmong']>
  readonly #columns: StepProblem
  readonly #searchUnits: SearchUnits

  constructor(columns: StepProblem, searchUnits: SearchUnits) {
    this.size = searchUnits.members.length
    this.test = testOfUnits((...tested) => columns.test(...tested), searchUnits)
    this.#columns = columns
    this.#searchUnits = searchUnits
    if (columns.evaluateAmong) {
      this.evaluateAmong = async (remaining) => {
        const among = columnsOf(searchUnits, remaining).toSorted((a, b) => a - b)
        return this.#ofUnits(await columns.evaluateAmong!(among))
      }
    }
  }

  async evaluate(
    selected: readonly number[],
    barred: ReadonlySet<number> = new Set(),
    places = 2,
  ): Promise<Evaluation> {
    const { members, costs } = this.#searchUnits
    const closed = new Set([...barred, ...this.#unaffordable(selected)])
    const columns = await this.#columns.evaluate(
      columnsOf(this.#searchUnits, selected),
      new Set([...closed].flatMap((unit) => members[unit])),
      // With means or costs, the best unit need not contain one of the best columns.
      areSingle(this.#searchUnits) && !costs ? places : this.#columns.size,
    )
    return this.#ofUnits(columns)
  }

  #ofUnits({ merit, gain, tieOrder, chosen }: Evaluation): Evaluation {
    const { members, costs } = this.#searchUnits
    const ofUnits = (ofColumns: Float64Array) =>
      Float64Array.from(
        members,
        (unit) => unit.reduce((sum, column) => sum + ofColumns[column], 0) / unit.length,
      )
    const withCosts = (merits: Float64Array) =>
      costs?.most === Infinity ? merits.map((merit, unit) => perCost(merit, costs.ofUnit[unit])) : merits
    return {
      merit: withCosts(ofUnits(merit)),
      gain: withCosts(ofUnits(gain)),
      ...(tieOrder && { tieOrder: ofUnits(tieOrder) }),
      ...(chosen && {
        chosen: Uint8Array.from(members, (unit) => Number(unit.some((one) => chosen[one] === 1))),
      }),
    }
  }

  /**
   * The p-value of a group is that of its most significant column, times its number of columns (Bonferroni).
   */
  async pValues(rate: number): Promise<readonly PValueEstimate[]> {
    const ofColumns = await this.#columns.pValues(rate)
    return this.#searchUnits.members.map(([first, ...more]) => {
      // The p-value of a group is NaN if that of one column is.
      const least = more.reduce((least, column) => {
        const one = ofColumns[column]
        return one.pValue >= least.pValue || Number.isNaN(least.pValue) ? least : one
      }, ofColumns[first])
      return { ...least, pValue: Math.min(1, least.pValue * (1 + more.length)) }
    })
  }

  /** The units that cost more than is left of the budget. */
  #unaffordable(selected: readonly number[]): number[] {
    const { costs } = this.#searchUnits
    if (!costs) return []
    const left = costs.most - costOf(costs, selected)
    return Array.from(costs.ofUnit.keys()).filter((unit) => costs.ofUnit[unit] > left)
  }
}

/** The tests of independence of units of one column each, given others and the columns kept. */
export function independenceOfUnits(
  independence: NonNullable<StepProblem['independence']>,
  searchUnits: SearchUnits,
): NonNullable<StepProblem['independence']> {
  const { members } = searchUnits
  return (questions) =>
    independence(
      questions.map(({ given, candidates, ...how }) => ({
        ...how,
        given: columnsOf(searchUnits, given),
        candidates: candidates.flatMap((unit) => members[unit]),
      })),
    )
}

/**
 * The test of units that would join, from that of columns: their columns are tested together. With groups
 * among them, the column of the greatest gain is tested instead, with as many trials as there are columns.
 */
export function testOfUnits(test: StepProblem['test'], searchUnits: SearchUnits): StepProblem['test'] {
  const { members } = searchUnits
  return async (selected, joining, beside, rivals) => {
    const columns = columnsOf(searchUnits, selected)
    const all = joining.flatMap((unit) => members[unit])
    const open = () => rivals().flatMap((unit) => members[unit])
    if (all.length === joining.length) return test(columns, all, beside, open)
    let greatest: NullTest | null = null
    for (const column of all) {
      const found = await test(columns, [column], beside, open)
      if (found && (!greatest || found.gain > greatest.gain)) greatest = found
    }
    return greatest && { ...greatest, trials: all.length }
  }
}

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
