import type { Sums } from '../criteria/step-criterion.ts'
import type { RankScores } from '../criteria/criterion.ts'

/** What is known of every candidate beside the columns selected along one path. */
export class Candidates {
  /** How many of the selected columns a candidate's numbers account for; −1: nothing is known of it. */
  readonly seen: Int32Array
  readonly score: Float64Array
  readonly #parts: Record<string, Float64Array> = {}
  readonly #sums: Record<string, Float64Array> = {}

  constructor(size: number) {
    this.seen = new Int32Array(size).fill(-1)
    this.score = new Float64Array(size).fill(NaN)
  }

  /** The same, to go on from along a longer path. */
  copy(): Candidates {
    const copy = new Candidates(this.seen.length)
    copy.seen.set(this.seen)
    copy.score.set(this.score)
    for (const [name, values] of Object.entries(this.#parts)) copy.#parts[name] = values.slice()
    for (const [name, values] of Object.entries(this.#sums)) copy.#sums[name] = values.slice()
    return copy
  }

  /** What is remembered of some candidates, side by side. */
  sumsOf(candidates: Int32Array): Sums {
    const gathered: Record<string, Float64Array> = {}
    for (const [name, values] of Object.entries(this.#sums)) {
      const some = new Float64Array(candidates.length)
      for (let i = 0; i < some.length; i++) some[i] = values[candidates[i]]
      gathered[name] = some
    }
    return gathered
  }

  /** Takes the scores of some candidates that now account for so many selected columns. */
  take(candidates: Int32Array, seen: number, { score, parts = {}, sums = {} }: TakenScores): void {
    for (let i = 0; i < candidates.length; i++) {
      this.seen[candidates[i]] = seen
      this.score[candidates[i]] = score[i]
    }
    this.#scatter(this.#parts, parts, candidates)
    this.#scatter(this.#sums, sums, candidates)
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

type TakenScores = Pick<RankScores, 'score' | 'parts'> & { readonly sums?: Sums }
