import type { Evaluation, NullTest, PValueEstimate, StepProblem } from '#methods'
import { areSingle, columnsOf, costOf, perCost } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'

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
