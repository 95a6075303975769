import type { SubsetProblem } from '../../search/problem.ts'
import { mapFamily, membersOf } from '../../statistics/family.ts'
import type { Family } from '../../statistics/family.ts'
import { areSingle, columnsOf, perPrice, priceOf } from './items.ts'
import type { Items } from './items.ts'

/** Sets of items, over sets of columns: each has its items' columns, and those that are kept. */
export class ItemSets implements SubsetProblem {
  readonly size: number
  readonly least: number
  readonly ofNone: number
  readonly secondMerits?: (sets: Family<number>) => Promise<Float64Array>
  readonly #columns: SubsetProblem
  readonly #items: Items

  /** `second` are the same sets by a second criterion. */
  constructor(columns: SubsetProblem, items: Items, second: SubsetProblem | null = null) {
    this.size = items.members.length
    this.least = items.kept.length > 0 ? 0 : columns.least
    this.ofNone = columns.ofNone
    this.#columns = columns
    this.#items = items
    if (second) {
      const bySecond = new ItemSets(second, items)
      this.secondMerits = (sets) => bySecond.merits(sets)
    }
  }

  async merits(sets: Family<number>, progress?: (share: number) => void): Promise<Float64Array> {
    const { prices } = this.#items
    if (!prices) return this.#columns.merits(this.#ofColumns(sets), progress)
    const all = [...membersOf(sets)]
    const costs = all.map((set) => priceOf(prices, set))
    const merits = await this.#columns.merits(this.#ofColumns(sets), progress)
    return prices.most === Infinity
      ? merits.map((merit, set) => perPrice(merit, costs[set]))
      : merits.map((merit, set) => (costs[set] <= prices.most ? merit : NaN))
  }

  /**
   * The same sets by their columns. A family keeps its form where every item is a column, so that a source can share work.
   */
  #ofColumns(sets: Family<number>): Family<number> {
    const { kept, members } = this.#items
    if (!areSingle(this.#items)) {
      return { list: [...membersOf(sets)].map((set) => columnsOf(this.#items, set).sort((a, b) => a - b)) }
    }
    const family = mapFamily(sets, (item) => members[item][0])
    if (kept.length === 0) return family
    if ('each' in family) return { base: [...kept, ...family.base], each: family.each }
    if ('of' in family) return { ...family, also: [...kept, ...(family.also ?? [])] }
    return { list: family.list.map((set) => [...kept, ...set]) }
  }
}
