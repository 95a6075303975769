import type { Evaluation, StepProblem } from '../../search/problem.ts'

/** Remembers the merit of one candidate beside all that was selected when a search looked. */
export class WatchedSteps implements StepProblem {
  readonly size: number
  readonly fit?: NonNullable<StepProblem['fit']>
  readonly #steps: StepProblem
  readonly #watched: number
  readonly #merits = new Map<string, number>()

  constructor(steps: StepProblem, watched: number) {
    this.size = steps.size
    this.#steps = steps
    if (steps.fit) this.fit = steps.fit
    this.#watched = watched
  }

  test(...asked: Parameters<StepProblem['test']>): ReturnType<StepProblem['test']> {
    return this.#steps.test(...asked)
  }

  pValues(): Promise<Float64Array> {
    return this.#steps.pValues()
  }

  async evaluate(
    selected: readonly number[],
    barred: ReadonlySet<number>,
    places?: number,
  ): Promise<Evaluation> {
    const evaluation = await this.#steps.evaluate(selected, barred, places)
    const key = selected.join()
    if (selected.includes(this.#watched) || this.#merits.has(key)) return evaluation
    // What is not among the best may have been left at a bound.
    const others = Array.from({ length: this.size }, (_, i) => i).filter((i) => i !== this.#watched)
    const { merit } = await this.#steps.evaluate(selected, new Set(others))
    this.#merits.set(key, merit[this.#watched])
    return evaluation
  }

  /** Its merit beside those selected; a ranking looks once, beside none. */
  meritBeside(selected: readonly number[]): number {
    return this.#merits.get(selected.join()) ?? this.#merits.get('') ?? NaN
  }
}
