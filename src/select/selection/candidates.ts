import type { StepScores, Sums } from '../../criteria/step-criterion.ts'

/** What is known of every candidate beside the columns selected along one path. */
export class Candidates {
  /** How many of the selected columns a candidate's numbers account for; −1: nothing is known of it. */
  readonly seen: Int32Array
  readonly score: Float64Array
  /** What puts equal scores in order; 0 where the criterion has nothing to say. */
  readonly among: Float64Array
  /** Why a candidate has no score: a selected column by its place among those, or in words. */
  readonly #because = new Map<number, number | string>()
  readonly #parts: Record<string, Float64Array> = {}
  readonly #sums: Record<string, Float64Array> = {}
  /** From how many selected columns on a sum is remembered, by its name. */
  readonly #since: Record<string, number> = {}

  constructor(size: number) {
    this.seen = new Int32Array(size).fill(-1)
    this.score = new Float64Array(size).fill(NaN)
    this.among = new Float64Array(size)
  }

  /** The same, to go on from along a longer path. */
  copy(): Candidates {
    const copy = new Candidates(this.seen.length)
    copy.seen.set(this.seen)
    copy.score.set(this.score)
    copy.among.set(this.among)
    for (const [candidate, because] of this.#because) copy.#because.set(candidate, because)
    for (const [name, values] of Object.entries(this.#parts)) copy.#parts[name] = values.slice()
    for (const [name, values] of Object.entries(this.#sums)) copy.#sums[name] = values.slice()
    Object.assign(copy.#since, this.#since)
    return copy
  }

  /** What is remembered of some candidates that account for equally many columns, side by side. */
  sumsOf(candidates: Int32Array): Sums {
    const gathered: Record<string, Float64Array> = {}
    for (const [name, values] of Object.entries(this.#sums)) {
      // Others may be ahead, and have sums that these do not have yet.
      if (this.#since[name] > this.seen[candidates[0]]) continue
      const some = new Float64Array(candidates.length)
      for (let i = 0; i < some.length; i++) some[i] = values[candidates[i]]
      gathered[name] = some
    }
    return gathered
  }

  /** Takes the scores of some candidates that now account for so many selected columns. */
  take(
    candidates: Int32Array,
    seen: number,
    { score, among, because, why, parts = {}, sums = {} }: TakenScores,
  ): void {
    for (let i = 0; i < candidates.length; i++) {
      const reason = because && because[i] >= 0 ? because[i] : why?.[i]
      if (Number.isNaN(score[i]) && reason !== undefined) this.#because.set(candidates[i], reason)
      this.seen[candidates[i]] = seen
      this.score[candidates[i]] = score[i]
      this.among[candidates[i]] = among?.[i] ?? 0
    }
    this.#scatter(this.#parts, parts, candidates)
    this.#scatter(this.#sums, sums, candidates)
    for (const name of Object.keys(sums)) this.#since[name] = Math.min(this.#since[name] ?? seen, seen)
  }

  /** The candidates left without a score, and why. */
  get leftOut(): ReadonlyMap<number, number | string> {
    return this.#because
  }

  /** The parts of a candidate's score, by name. */
  partsOf(candidate: number): Readonly<Record<string, number>> {
    const parts = Object.entries(this.#parts).map(([name, values]) => [name, values[candidate]] as const)
    return Object.fromEntries(parts.filter(([, value]) => !Number.isNaN(value)))
  }

  #scatter(
    to: Record<string, Float64Array>,
    from: Readonly<Record<string, Float64Array>>,
    candidates: Int32Array,
  ): void {
    for (const [name, values] of Object.entries(from)) {
      const all = (to[name] ??= new Float64Array(this.seen.length).fill(NaN))
      for (let i = 0; i < candidates.length; i++) all[candidates[i]] = values[i]
    }
  }
}

type TakenScores = Pick<StepScores, 'score' | 'among' | 'because' | 'why' | 'parts'> & {
  readonly sums?: Sums
}
