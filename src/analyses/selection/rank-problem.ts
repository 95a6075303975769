import type { PenaltyPath, RowRange, Warning } from '#core'
import { merit } from '#methods'
import type { Evaluation, RankCriterion, RankScores, StepProblem } from '#methods'
import { reportedPath } from '../scope/reported-path.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { widenRange } from '../scope/used-rows.ts'
import type { CandidateInput } from './candidate-input.ts'
import type { NullTests } from './null-tests.ts'
import type { SearchBudget } from './search-budget.ts'

/**
 * Candidates scored by a ranker: all at once and one time only, because a score is the same whatever is
 * selected.
 */
export class RankCandidates implements StepProblem {
  readonly size: number
  readonly test: NullTests['test']
  readonly pValues: NullTests['pValues']
  /** How many scores were computed. */
  evaluations = 0
  /** The rows behind the scores, once they are computed. */
  rows: RowRange | undefined
  readonly warnings = new Map<string, Warning>()
  readonly #batcher: RequestBatcher
  readonly #criterion: RankCriterion
  readonly #input: CandidateInput
  readonly #budget: SearchBudget
  readonly #most: number | null
  #scores: RankScores | null = null

  constructor(
    batcher: RequestBatcher,
    criterion: RankCriterion,
    input: CandidateInput,
    { test, pValues }: NullTests,
    { budget, most }: { readonly budget: SearchBudget; readonly most: number | null },
  ) {
    this.size = input.features.length
    this.test = test
    this.pValues = pValues
    this.#batcher = batcher
    this.#criterion = criterion
    this.#input = input
    this.#budget = budget
    this.#most = most
  }

  async evaluate(selected: readonly number[], barred: ReadonlySet<number> = new Set()): Promise<Evaluation> {
    const { score, tieOrder, chosen } = (this.#scores ??= await this.#score())
    const merits = score.map((value) => merit(value, this.#criterion))
    for (const i of [...selected, ...barred]) merits[i] = NaN
    return { merit: merits, gain: merits, ...(tieOrder && { tieOrder }), ...(chosen && { chosen }) }
  }

  /** The path of the model that scored the candidates. */
  get path(): PenaltyPath | undefined {
    const { features, names } = this.#input
    const path = this.#scores?.path
    return path && reportedPath(path, features, names)
  }

  /** The scores that follow are those of the last call. */
  async evaluateAmong(remaining: readonly number[]): Promise<Evaluation> {
    this.#scores = await this.#scoreAmong(remaining)
    return this.evaluate([], new Set())
  }

  /** The parts of a candidate's score, by name. */
  partsOf(_: readonly number[], candidate: number): Readonly<Record<string, number>> {
    const parts = Object.entries(this.#scores?.parts ?? {}).map(
      ([name, of]) => [name, of[candidate]] as const,
    )
    return Object.fromEntries(parts.filter(([, value]) => !Number.isNaN(value)))
  }

  scoreOf(_: readonly number[], candidate: number): number {
    return this.#scores?.score[candidate] ?? NaN
  }

  /** The candidates without a score, and why. */
  leftOut(): ReadonlyMap<number, string> {
    const { score = new Float64Array(), why = [] } = this.#scores ?? {}
    const found = new Map<number, string>()
    score.forEach((value, candidate) => {
      const reason = why[candidate]
      if (Number.isNaN(value) && reason !== undefined) found.set(candidate, reason)
    })
    return found
  }

  #score(): Promise<RankScores> {
    return this.#scoreStep(this.#input)
  }

  /** The scores of some candidates among themselves; NaN for the others. */
  async #scoreAmong(remaining: readonly number[]): Promise<RankScores> {
    const { features, names, context } = this.#input
    const some = await this.#scoreStep({
      context,
      features: remaining.map((i) => features[i]),
      names: remaining.map((i) => names[i]),
    })
    const spread = (values: Float64Array) => {
      const all = new Float64Array(this.size).fill(NaN)
      remaining.forEach((candidate, i) => (all[candidate] = values[i]))
      return all
    }
    const why = new Array<string | undefined>(this.size)
    remaining.forEach((candidate, i) => (why[candidate] = some.why?.[i]))
    return {
      score: spread(some.score),
      n: spread(some.n),
      why,
      ...(some.tieOrder && { tieOrder: spread(some.tieOrder) }),
      ...(some.parts && {
        parts: Object.fromEntries(Object.entries(some.parts).map(([name, of]) => [name, spread(of)])),
      }),
    }
  }

  async #scoreStep({
    features,
    names,
    context,
  }: Pick<CandidateInput, 'features' | 'names' | 'context'>): Promise<RankScores> {
    await this.#budget.pause()
    this.#budget.spend(features.length)
    const most = this.#most
    const step = { ...context, features, names, all: this.#input.features, ...(most !== null && { most }) }
    const answers = await this.#batcher.requestStep(this.#criterion.needs(step))
    const scores = this.#criterion.fold(answers, step)
    for (const warning of scores.warnings ?? []) this.warnings.set(warning.message, warning)
    this.rows = widenRange(this.rows, scores.n, scores.score)
    this.evaluations += features.length
    return scores
  }
}
