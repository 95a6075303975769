import type { Evaluation, StepProblem, SubsetProblem } from '../../search/problem.ts'
import type { NullTests } from './null-tests.ts'
import type { SearchUnits } from './search-units.ts'
import { independenceOfUnits, testOfUnits } from './unit-steps.ts'

/**
 * Units scored by the merit of the set that each would make. The gain of a unit is what it adds to the merit of the
 * selected set.
 */
export class SetSteps implements StepProblem {
  readonly size: number
  readonly test: NullTests['test']
  readonly pValues: NullTests['pValues']
  readonly independence: NonNullable<StepProblem['independence']>
  readonly partialF?: NonNullable<StepProblem['partialF']>
  readonly #sets: SubsetProblem

  constructor(sets: SubsetProblem, searchUnits: SearchUnits, { test, independence, pValues }: NullTests) {
    this.size = sets.size
    this.test = testOfUnits(test, searchUnits)
    this.independence = independenceOfUnits(independence, searchUnits)
    this.pValues = pValues
    const { partialFs } = sets
    if (partialFs) {
      this.partialF = async (selected, joining) => {
        const [found] = await partialFs([{ smaller: selected, larger: [...selected, ...joining] }])
        return found
      }
    }
    this.#sets = sets
  }

  async evaluate(selected: readonly number[], barred: ReadonlySet<number>): Promise<Evaluation> {
    const isClosed = new Set([...selected, ...barred])
    const each = Array.from({ length: this.size }, (_, i) => i).filter(
      (candidate) => !isClosed.has(candidate),
    )
    const merit = new Float64Array(this.size).fill(NaN)
    if (each.length === 0) return { merit, gain: merit }
    const merits = await this.#sets.merits({ base: selected, each })
    each.forEach((candidate, i) => (merit[candidate] = merits[i]))
    const before = await this.meritOf(selected)
    return { merit, gain: merit.map((value) => value - before) }
  }

  /** The merit of those selected. */
  async meritOf(selected: readonly number[]): Promise<number> {
    if (selected.length < this.#sets.least) return this.#sets.ofNone
    const [merit] = await this.#sets.merits({ list: [selected] })
    return merit
  }
}
