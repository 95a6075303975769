import type { SubsetCriterion, SubsetStep } from '../criteria/subset-criterion.ts'
import type { SubsetProblem } from '../search/problem.ts'
import { countMembers, mapFamily, membersOf } from '../statistics/family.ts'
import type { Family } from '../statistics/family.ts'
import type { Variable } from '../statistics/variable.ts'
import type { Allowance } from './allowance.ts'
import type { Asker } from './ask.ts'
import { merit } from './standing.ts'
import { KnownMerits } from './known-merits.ts'
import type { Asked } from './step-problem.ts'

/** Sets of candidates scored by a criterion of sets; those that are known are not looked at again, but in a lattice. */
export class CandidateSets implements SubsetProblem {
  readonly size: number
  readonly least = 1
  /** No columns tell nothing; where less is better nothing bounds what the first column scores. */
  readonly ofNone: number
  /** How many scores were made so far. */
  evaluations = 0
  /** Total weight of the rows that count, once a set was scored. */
  n: number | undefined
  readonly #known: KnownMerits
  readonly #asker: Asker
  readonly #allowance: Allowance
  readonly #criterion: SubsetCriterion
  readonly #features: readonly Variable[]
  readonly #question: Omit<SubsetStep, 'sets' | 'given'>

  constructor(asker: Asker, criterion: SubsetCriterion, { features, question }: Asked, allowance: Allowance) {
    this.size = features.length
    this.ofNone = criterion.better === 'higher' ? 0 : -Infinity
    this.#known = new KnownMerits(features.length)
    this.#asker = asker
    this.#allowance = allowance
    this.#criterion = criterion
    this.#features = features
    this.#question = question
  }

  /** A merit is of the whole set. */
  partsOf(): Readonly<Record<string, number>> {
    return {}
  }

  async merits(sets: Family<number>, progress?: (share: number) => void): Promise<Float64Array> {
    await this.#allowance.pause()
    if ('of' in sets) return this.#evaluate(sets, progress)
    const list = 'list' in sets ? sets.list : [...membersOf(sets)]
    return this.#known.of(list, (fresh) => {
      const asked =
        'list' in sets ? { list: fresh } : { base: sets.base, each: fresh.map((set) => set.at(-1)!) }
      return this.#evaluate(asked, progress)
    })
  }

  async #evaluate(sets: Family<number>, progress?: (share: number) => void): Promise<Float64Array> {
    const family = mapFamily(sets, (candidate) => this.#features[candidate])
    const step: SubsetStep = { ...this.#question, given: [], sets: family }
    this.#allowance.take(countMembers(sets))
    const answers = await this.#asker.askOnce(this.#criterion.needs(step), progress)
    const { score, n } = this.#criterion.fold(answers, step)
    this.n ??= n[0]
    this.evaluations += countMembers(sets)
    return score.map((value) => merit(value, this.#criterion))
  }
}
