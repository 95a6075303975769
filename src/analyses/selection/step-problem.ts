import type { Answers, Request, RowRange, Variable, Warning } from '#core'
import { merit } from '#methods'
import type { CandidateStep, Evaluation, StepCriterion, StepProblem, Sums } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { widenRange } from '../scope/used-rows.ts'
import type { CandidateInput, StepContext } from './candidate-input.ts'
import { CandidateScores, stagesOf } from './candidate-scores.ts'
import type { Stage } from './candidate-scores.ts'
import { scoreBestExactly } from './lazy-rounds.ts'
import type { NullTests } from './null-tests.ts'
import type { SearchBudget } from './search-budget.ts'

/** Paths are cached up to this number of candidates in all. */
const mostCached = 1 << 19

/**
 * Candidates scored by a step criterion, each only by the columns selected since it was scored last. Where
 * scores can only fall, candidates whose old score cannot win are not scored again: see `scoreBestExactly`.
 */
export class StepCandidates implements StepProblem {
  readonly size: number
  readonly test: NullTests['test']
  readonly pValues: NullTests['pValues']
  /** How many scores were computed so far. */
  evaluations = 0
  /** The rows behind the scores, once a candidate was scored. */
  rows: RowRange | undefined
  /** The criterion's warnings from the first step. */
  readonly warnings = new Map<string, Warning>()
  readonly #batcher: RequestBatcher
  readonly #budget: SearchBudget
  readonly #criterion: StepCriterion
  readonly #features: readonly Variable[]
  readonly #names: readonly string[]
  readonly #question: StepContext
  readonly #falling: number
  readonly #paths = new Map<string, CandidateScores>()
  /** All candidates, where a selected column may be scored like any other; else null. */
  readonly #all: Int32Array | null

  constructor(
    batcher: RequestBatcher,
    criterion: StepCriterion,
    { features, names, context }: CandidateInput,
    { test, pValues }: NullTests,
    budget: SearchBudget,
  ) {
    this.size = features.length
    this.test = test
    this.pValues = pValues
    this.#batcher = batcher
    this.#budget = budget
    this.#criterion = criterion
    this.#features = features
    this.#names = names
    this.#question = context
    const { falling = Infinity } = criterion
    this.#falling = typeof falling === 'function' ? falling(context.options) : falling
    const areCoded = features.every(({ coding }) => coding !== null)
    this.#all = areCoded && this.#falling === Infinity ? Int32Array.from(features.keys()) : null
  }

  async evaluate(
    selected: readonly number[],
    barred: ReadonlySet<number> = new Set(),
    places = 2,
  ): Promise<Evaluation> {
    const path = this.#pathTo(selected)
    const isOpen = new Uint8Array(this.size).fill(1)
    for (const i of [...selected, ...barred]) isOpen[i] = 0
    const unbounded = this.#unbounded(path, isOpen)
    await this.#advance(path, selected, unbounded)
    const merits = new Float64Array(this.size).fill(NaN)
    if (this.#falling === Infinity) this.#readMerits(path, unbounded, merits)
    else {
      const exact = merits.slice()
      const score = async (some: Int32Array) => {
        await this.#advance(path, selected, some)
        this.#readMerits(path, some, merits)
        this.#readMerits(path, some, exact)
      }
      for (let i = 0; i < this.size; i++) {
        if (isOpen[i] === 1) merits[i] = merit(path.score[i], this.#criterion)
        if (path.depth[i] === selected.length) exact[i] = merits[i]
      }
      await scoreBestExactly({ bounds: merits, exact, tieOrder: () => path.tieOrder, places, score })
    }
    return { merit: merits, tieOrder: path.tieOrder, gain: merits }
  }

  /** The candidates whose scores do not bound later ones yet: bounds hold from depth `falling` on. */
  #unbounded({ depth }: CandidateScores, isOpen: Uint8Array): Int32Array {
    const falling = this.#falling
    const found = new Int32Array(isOpen.length)
    let count = 0
    for (let i = 0; i < isOpen.length; i++) {
      if (isOpen[i] === 1 && depth[i] < falling) found[count++] = i
    }
    return found.subarray(0, count)
  }

  #readMerits({ score }: CandidateScores, candidates: Int32Array, merits: Float64Array): void {
    const criterion = this.#criterion
    for (let i = 0; i < candidates.length; i++) {
      merits[candidates[i]] = merit(score[candidates[i]], criterion)
    }
  }

  /** The parts of a candidate's score beside those selected, by name. */
  partsOf(selected: readonly number[], candidate: number): Readonly<Record<string, number>> {
    return this.#pathTo(selected).partsOf(candidate)
  }

  /** The score of a candidate beside those selected. */
  scoreOf(selected: readonly number[], candidate: number): number {
    return this.#pathTo(selected).score[candidate]
  }

  /** The candidates that were scored and have no score beside those selected, and why. */
  leftOut(selected: readonly number[]): ReadonlyMap<number, number | string> {
    return this.#pathTo(selected).leftOut
  }

  /**
   * The cached scores of a path; a new path starts from those of the path one column shorter. The oldest
   * paths are dropped.
   */
  #pathTo(selected: readonly number[]): CandidateScores {
    const key = selected.join()
    let path = this.#paths.get(key)
    if (path) {
      // The path used last is dropped last.
      this.#paths.delete(key)
      this.#paths.set(key, path)
    } else {
      const before = this.#paths.get(selected.slice(0, -1).join())
      path = before?.copy() ?? new CandidateScores(this.size)
      this.#paths.set(key, path)
      const [oldest] = this.#paths.keys()
      if (this.#paths.size * this.size > mostCached && this.#paths.size > 2) this.#paths.delete(oldest)
    }
    return path
  }

  /**
   * Advances some candidates to all selected columns, stage by stage; the requests of several stages are sent
   * together.
   */
  async #advance(path: CandidateScores, selected: readonly number[], candidates: Int32Array): Promise<void> {
    for (;;) {
      const stages = stagesOf(path, candidates, selected.length, {
        falling: this.#falling,
        areTaken: this.#all !== null,
      })
      if (stages.length === 0) return
      await this.#budget.pause()
      this.#budget.spend(stages[0].behind.length)
      const needs = stages.map((stage) => this.#criterion.needs(this.#stepOf(stage, selected, {})))
      const answers = await this.#batcher.requestStep(needs.flat())
      const { size: leftOut } = path.leftOut
      let from = 0
      for (const [i, stage] of stages.entries()) {
        if (i > 0) this.#budget.spend(stage.behind.length)
        this.#fold(path, stage, selected, answers.slice(from, from + needs[i].length))
        from += needs[i].length
        // Candidates that were left out by now must not advance.
        if (path.leftOut.size > leftOut) break
      }
    }
  }

  /** The criterion's step of a stage; `sums` are those of its candidates. */
  #stepOf({ depth, behind, areAll }: Stage, selected: readonly number[], sums: Sums): CandidateStep {
    return {
      ...this.#question,
      candidates: areAll ? this.#features : this.#featuresOf(behind),
      names: areAll ? this.#names : Array.from(behind, (i) => this.#names[i]),
      selected: selected.slice(0, depth).map((i) => this.#features[i]),
      sums: depth === 0 ? null : sums,
    }
  }

  #fold(
    path: CandidateScores,
    stage: Stage,
    selected: readonly number[],
    answers: Answers<readonly Request[]>,
  ): void {
    const { depth, behind, areAll } = stage
    const step = this.#stepOf(stage, selected, areAll ? path.sums : path.sumsOf(behind))
    const scores = this.#criterion.fold(answers, step)
    if (areAll) path.storeAll(this.#all!, depth, scores)
    else path.store(behind, depth, scores)
    for (const warning of (depth === 0 && scores.warnings) || []) this.warnings.set(warning.message, warning)
    this.rows = widenRange(this.rows, scores.n, scores.score)
    this.evaluations += behind.length
  }

  #featuresOf(candidates: Int32Array): Variable[] {
    const variables = new Array<Variable>(candidates.length)
    for (let i = 0; i < candidates.length; i++) variables[i] = this.#features[candidates[i]]
    return variables
  }
}
