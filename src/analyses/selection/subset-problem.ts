import { merit, meritOfNone } from '../../criteria/criterion.ts'
import type { SubsetCriterion, SubsetStep } from '../../criteria/subset-criterion.ts'
import type { SubsetProblem } from '../../search/problem.ts'
import { mapFamily } from '../../statistics/family.ts'
import type { Family } from '../../statistics/family.ts'
import type { RowRange } from '../../trace/used-rows.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { widenRange } from '../scope/used-rows.ts'
import type { CandidateInput } from './step-problem.ts'

/** Sets of candidates scored by a criterion of sets. */
export class CandidateSets implements SubsetProblem {
  readonly size: number
  readonly least = 1
  readonly ofNone: number
  /** The rows behind the merits, once a set was scored. */
  rows: RowRange | undefined
  readonly #batcher: RequestBatcher
  readonly #criterion: SubsetCriterion
  readonly #input: CandidateInput

  constructor(batcher: RequestBatcher, criterion: SubsetCriterion, input: CandidateInput) {
    this.size = input.features.length
    this.ofNone = meritOfNone(criterion)
    this.#batcher = batcher
    this.#criterion = criterion
    this.#input = input
  }

  async merits(sets: Family<number>, progress?: (share: number) => void): Promise<Float64Array> {
    const { features, context } = this.#input
    const family = mapFamily(sets, (candidate) => features[candidate])
    const step: SubsetStep = { ...context, given: [], sets: family, all: features }
    const answers = await this.#batcher.requestStep(this.#criterion.needs(step), progress)
    const { score, n } = this.#criterion.fold(answers, step)
    this.rows = widenRange(this.rows, n, score)
    return score.map((value) => merit(value, this.#criterion))
  }
}
