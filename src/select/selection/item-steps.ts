import type { Chance, Evaluation, StepProblem } from '../../search/problem.ts'
import type { Beside, NullTest } from '../../stop/halt.ts'
import { areSingle, columnsOf, perPrice, priceOf } from './items.ts'
import type { Items } from './items.ts'

/**
 * Items as candidates, over columns as candidates: a group scores the mean of its columns, each beside those selected and
 * none beside the others of its group. Columns that are kept are selected from the beginning.
 */
export class ItemSteps implements StepProblem {
  readonly size: number
  readonly #columns: StepProblem
  readonly #items: Items

  constructor(columns: StepProblem, items: Items) {
    this.size = items.members.length
    this.#columns = columns
    this.#items = items
  }

  async evaluate(selected: readonly number[], barred: ReadonlySet<number>, places = 2): Promise<Evaluation> {
    const { members, prices } = this.#items
    const closed = new Set([...barred, ...this.#unaffordable(selected)])
    const columns = await this.#columns.evaluate(
      columnsOf(this.#items, selected),
      new Set([...closed].flatMap((item) => members[item])),
      // A mean or a price may put first what is not among the best columns.
      areSingle(this.#items) && !prices ? places : this.#columns.size,
    )
    const ofItems = (ofColumns: Float64Array) =>
      Float64Array.from(
        members,
        (item) => item.reduce((sum, column) => sum + ofColumns[column], 0) / item.length,
      )
    const priced = (merits: Float64Array) =>
      prices?.most === Infinity ? merits.map((merit, item) => perPrice(merit, prices.ofItem[item])) : merits
    const { merit, gain, tieOrder } = columns
    return {
      merit: priced(ofItems(merit)),
      gain: priced(ofItems(gain)),
      ...(tieOrder && { tieOrder: ofItems(tieOrder) }),
    }
  }

  /**
   * Columns that would join are tested together. Where there are groups among them it is their column of the greatest gain
   * that is tested, which was tried as often as they have columns.
   */
  async test(
    selected: readonly number[],
    joining: readonly number[],
    beside: Beside,
    rivals: readonly number[],
  ): Promise<NullTest | null> {
    const { members } = this.#items
    const columns = columnsOf(this.#items, selected)
    const all = joining.flatMap((item) => members[item])
    const open = rivals.flatMap((item) => members[item])
    if (all.length === joining.length) return this.#columns.test(columns, all, beside, open)
    let greatest: NullTest | null = null
    for (const column of all) {
      const test = await this.#columns.test(columns, [column], beside, open)
      if (test && (!greatest || test.gain > greatest.gain)) greatest = test
    }
    return greatest && { ...greatest, trials: all.length }
  }

  /** A group's is that of its most significant column, which is tried as often as the group has columns. */
  async pValues(rate: number): Promise<readonly Chance[]> {
    const ofColumns = await this.#columns.pValues(rate)
    return this.#items.members.map(([first, ...more]) => {
      // One that is not known leaves its group unknown.
      const least = more.reduce((least, column) => {
        const one = ofColumns[column]
        return one.pValue >= least.pValue || Number.isNaN(least.pValue) ? least : one
      }, ofColumns[first])
      return { ...least, pValue: Math.min(1, least.pValue * (1 + more.length)) }
    })
  }

  /** The items that cost more than is left. */
  #unaffordable(selected: readonly number[]): number[] {
    const { prices } = this.#items
    if (!prices) return []
    const left = prices.most - priceOf(prices, selected)
    return Array.from(prices.ofItem.keys()).filter((item) => prices.ofItem[item] > left)
  }
}
