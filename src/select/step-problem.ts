import type { CandidateStep, StepCriterion } from '../criteria/step-criterion.ts'
import { bestTwo } from '../search/best.ts'
import type { Evaluation, StepProblem } from '../search/problem.ts'
import { isNear } from '../statistics/ties.ts'
import type { Asker } from './ask.ts'
import { Candidates } from './candidates.ts'
import { merit } from './standing.ts'

/** Scoring candidates beside those selected, by a step criterion. */
export interface StepScoring extends StepProblem {
  /** How many scores were looked at so far. */
  readonly evaluations: number
  /** What the score of a candidate beside those selected is made of. */
  partsOf(selected: readonly number[], candidate: number): Readonly<Record<string, number>>
}

/** What a criterion is asked beside which candidates and columns are looked at. */
type Question = Omit<CandidateStep, 'candidates' | 'selected' | 'sums'>

/** Candidates looked at in the first round of a lazy step; each round twice as many. */
const firstRound = 32
/** Paths are remembered while they hold no more candidates than this together. */
const mostKept = 1 << 19

/**
 * Candidates scored by a step criterion, each only by what is new since it was scored last. Where scores can only fall,
 * those whose old score cannot win are left as they are: rounds go by the old scores, until none can beat the second.
 */
export class StepCandidates implements StepScoring {
  readonly size: number
  evaluations = 0
  readonly #asker: Asker
  readonly #criterion: StepCriterion
  readonly #features: CandidateStep['candidates']
  readonly #question: Question
  readonly #paths = new Map<string, Candidates>()

  constructor(
    asker: Asker,
    criterion: StepCriterion,
    features: CandidateStep['candidates'],
    question: Question,
  ) {
    this.size = features.length
    this.#asker = asker
    this.#criterion = criterion
    this.#features = features
    this.#question = question
  }

  async evaluate(selected: readonly number[], barred: ReadonlySet<number>): Promise<Evaluation> {
    const path = this.#pathTo(selected)
    const open = [...path.seen.keys()].filter((i) => !barred.has(i) && !selected.includes(i))
    const falling = this.#criterion.falling ?? Infinity
    // Scores bound later ones only once so many columns were selected.
    const isBound = (i: number) => path.seen[i] >= falling
    await this.#advance(
      path,
      selected,
      open.filter((i) => !isBound(i)),
    )
    for (let round = firstRound; ; round *= 2) {
      const merits = this.#meritsOf(path, selected)
      const fresh = merits.map((value, i) => (path.seen[i] === selected.length ? value : NaN))
      const { second } = bestTwo(fresh, barred)
      const mayWin = (i: number) =>
        path.seen[i] < selected.length &&
        !Number.isNaN(merits[i]) &&
        (second < 0 || merits[i] > merits[second] || isNear(merits[i], merits[second]))
      const stale = open.filter(mayWin).sort((a, b) => merits[b] - merits[a])
      if (stale.length === 0) return { merit: merits, gain: merits }
      await this.#advance(path, selected, stale.slice(0, round))
    }
  }

  partsOf(selected: readonly number[], candidate: number): Readonly<Record<string, number>> {
    return this.#pathTo(selected).partsOf(candidate)
  }

  /** What is known along a path, at first what was known one column earlier. Paths of long ago are begun anew. */
  #pathTo(selected: readonly number[]): Candidates {
    const key = selected.join()
    let path = this.#paths.get(key)
    if (!path) {
      const before = this.#paths.get(selected.slice(0, -1).join())
      path = before?.copy() ?? new Candidates(this.size)
      this.#paths.set(key, path)
      const [oldest] = this.#paths.keys()
      if (this.#paths.size * this.size > mostKept && this.#paths.size > 2) this.#paths.delete(oldest)
    }
    return path
  }

  /** Brings some candidates up to all selected columns, one column after the other. */
  async #advance(
    path: Candidates,
    selected: readonly number[],
    candidates: readonly number[],
  ): Promise<void> {
    for (let seen = 0; seen <= selected.length; seen++) {
      const behind = candidates.filter((i) => path.seen[i] === seen - 1)
      if (behind.length === 0) continue
      const step: CandidateStep = {
        ...this.#question,
        candidates: behind.map((i) => this.#features[i]),
        selected: selected.slice(0, seen).map((i) => this.#features[i]),
        sums: seen === 0 ? null : path.sumsOf(behind),
      }
      const answers = await this.#asker.askOnce(this.#criterion.needs(step), undefined)
      path.take(behind, seen, this.#criterion.fold(answers, step))
      this.evaluations += behind.length
    }
  }

  #meritsOf(path: Candidates, selected: readonly number[]): Float64Array {
    const merits = path.score.map((score) => merit(score, this.#criterion))
    for (const i of selected) merits[i] = NaN
    return merits
  }
}
