import type { SubsetCriterion, SubsetStep } from '../criteria/subset-criterion.ts'
import type { SubsetProblem } from '../search/problem.ts'
import { countMembers, mapFamily } from '../statistics/family.ts'
import type { Family } from '../statistics/family.ts'
import type { Variable } from '../statistics/variable.ts'
import type { Asker } from './ask.ts'
import { merit } from '../criteria/criterion.ts'
import { KnownMerits } from './known-merits.ts'
import type { Asked } from './step-problem.ts'

/** Sets of candidates scored by a criterion of sets; those of a list that are known are not looked at again. */
export class CandidateSets implements SubsetProblem {
  readonly size: number
  /** How many scores were made so far. */
  evaluations = 0
  /** Total weight of the rows that count, once a set was scored. */
  n: number | undefined
  readonly #known: KnownMerits
  readonly #asker: Asker
  readonly #criterion: SubsetCriterion
  readonly #features: readonly Variable[]
  readonly #question: Omit<SubsetStep, 'sets' | 'given'>

  constructor(
    asker: Asker,
    criterion: SubsetCriterion,
    { features, question }: Pick<Asked, 'features' | 'question'>,
  ) {
    this.size = features.length
    this.#known = new KnownMerits(features.length)
    this.#asker = asker
    this.#criterion = criterion
    this.#features = features
    this.#question = question
  }

  /** A merit is of the whole set. */
  partsOf(): Readonly<Record<string, number>> {
    return {}
  }

  async merits(sets: Family<number>, progress?: (share: number) => void): Promise<Float64Array> {
    if (!('list' in sets)) return this.#evaluate(sets, progress)
    return this.#known.of(sets.list, (list) => this.#evaluate({ list }, progress))
  }

  async #evaluate(sets: Family<number>, progress?: (share: number) => void): Promise<Float64Array> {
    const family = mapFamily(sets, (candidate) => this.#features[candidate])
    const step: SubsetStep = { ...this.#question, given: [], sets: family }
    const answers = await this.#asker.askOnce(this.#criterion.needs(step), progress)
    const { score, n } = this.#criterion.fold(answers, step)
    this.n ??= n[0]
    this.evaluations += countMembers(sets)
    return score.map((value) => merit(value, this.#criterion))
  }
}
