import { mapFamily, membersOf } from '#core'
import type { Family, RowRange, Warning } from '#core'
import { merit, meritOfNone } from '#methods'
import type { RankScores, SubsetCriterion, SubsetProblem, SubsetStep } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { widenRange } from '../scope/used-rows.ts'
import type { CandidateInput } from './candidate-input.ts'

/**
 * Sets of columns with their merits, and where the criterion is a linear fit what each leaves of the target.
 */
export interface ColumnSets extends SubsetProblem {
  /** The rows behind the merits, once a set was scored. */
  readonly rows: RowRange | undefined
  readonly fits?: (sets: Family<number>) => Promise<Fits>
  /** Why the last sets without a score had none, by the column that they would add to others. */
  readonly unscored?: ReadonlyMap<number, string>
  /** Why no set had a score; undefined where one had. */
  readonly noneScored?: string | undefined
}

/** Linear fits on some sets: rows, squared residuals, and columns besides the intercept. */
export interface Fits {
  readonly n: Float64Array
  readonly squares: Float64Array
  readonly ranks: Float64Array
}

/** Sets of candidates scored by a criterion of sets. */
export class CandidateSets implements ColumnSets {
  readonly size: number
  readonly least: number
  readonly ofNone: number
  /** The rows behind the merits, once a set was scored. */
  rows: RowRange | undefined
  readonly unscored = new Map<number, string>()
  noneScored: string | undefined
  readonly isMonotone: boolean
  readonly fits?: (sets: Family<number>) => Promise<Fits>
  readonly #batcher: RequestBatcher
  readonly #criterion: SubsetCriterion
  readonly #input: CandidateInput

  constructor(batcher: RequestBatcher, criterion: SubsetCriterion, input: CandidateInput) {
    this.size = input.features.length
    this.ofNone = meritOfNone(criterion)
    const { options } = input.context
    const { monotone } = criterion
    this.least = criterion.scoresNone?.(options) ? 0 : 1
    this.isMonotone = typeof monotone === 'function' ? monotone(options) : monotone === true
    if (criterion.ofLeastSquares) {
      this.fits = async (sets) => {
        const { n, parts } = await this.#score(sets)
        return { n, squares: parts!['inUnits'], ranks: parts!['coefficients'] }
      }
    }
    this.#batcher = batcher
    this.#criterion = criterion
    this.#input = input
  }

  async merits(sets: Family<number>, progress?: (share: number) => void): Promise<Float64Array> {
    const scores = await this.#score(sets, progress)
    const { score, n } = scores
    this.rows = widenRange(this.rows, n, score)
    this.#storeReasons(sets, scores)
    return score.map((value) => merit(value, this.#criterion))
  }

  /** What the criterion tells of one set, as of a fit that does not converge. */
  async warningsOf(set: readonly number[]): Promise<readonly Warning[]> {
    return (await this.#score({ list: [set] })).warnings ?? []
  }

  #storeReasons(sets: Family<number>, { score, n, why }: RankScores): void {
    const isScored = !score.every(Number.isNaN)
    if (isScored && this.unscored.size === 0 && !why) return
    let place = 0
    for (const set of membersOf(sets)) {
      const at = place++
      if (!Number.isNaN(score[at])) {
        for (const column of set) this.unscored.delete(column)
        continue
      }
      const reason = why?.[at] ?? (n[at] === 0 ? 'no complete rows' : undefined)
      if (reason === undefined) continue
      if (this.rows === undefined) this.noneScored ??= reason
      if (set.length === 1 || 'each' in sets) this.unscored.set(set[set.length - 1], reason)
    }
    if (isScored) this.noneScored = undefined
  }

  async #score(sets: Family<number>, progress?: (share: number) => void): Promise<RankScores> {
    const { features, context } = this.#input
    const family = mapFamily(sets, (candidate) => features[candidate])
    const step: SubsetStep = { ...context, given: [], sets: family, all: features }
    const answers = await this.#batcher.requestStep(this.#criterion.needs(step), progress)
    return this.#criterion.fold(answers, step)
  }
}
