import type { Evaluation, StepProblem } from '../search/problem.ts'
import type { NullTest } from '../stop/halt.ts'
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
    const { merit, gain, among } = columns
    return {
      merit: priced(ofItems(merit)),
      gain: priced(ofItems(gain)),
      ...(among && { among: ofItems(among) }),
    }
  }

  /** A group is as significant as its column of the greatest gain, which is tried as often as the group has columns. */
  async test(selected: readonly number[], candidate: number): Promise<NullTest> {
    const item = this.#items.members[candidate]
    const columns = columnsOf(this.#items, selected)
    const tests: NullTest[] = []
    for (const column of item) tests.push(await this.#columns.test(columns, column))
    const greatest = tests.reduce((best, test) => (test.gain > best.gain ? test : best))
    return { ...greatest, trials: item.length }
  }

  /** A group's is that of its most significant column, which is tried as often as the group has columns. */
  async pValues(): Promise<Float64Array> {
    const ofColumns = await this.#columns.pValues()
    return Float64Array.from(this.#items.members, (item) => {
      const least = item.reduce((least, column) => Math.min(least, ofColumns[column]), Infinity)
      return Math.min(1, least * item.length)
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
