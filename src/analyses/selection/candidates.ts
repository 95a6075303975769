import type { StepScores, Sums } from '../../criteria/step-criterion.ts'

/**
 * What is known of every candidate beside the columns selected along one path: `seen` says how many of those a candidate's
 * score and sums account for, `level` the same where it is one number for all. Arrays that another path, a criterion or
 * another name has too are not written to: while `#isShared` they are copied before.
 */
export class Candidates {
  /** How many of the selected columns a candidate's numbers account for; −1: nothing is known of it. */
  seen: Int32Array
  score: Float64Array
  /** What puts equal scores in order; 0 where the criterion has nothing to say. */
  tieOrder: Float64Array
  /** How many columns all of them account for alike; null where some are behind. */
  level: number | null = -1
  /** Where equal scores are in no order. */
  readonly #noOrder: Float64Array
  /** Why a candidate has no score: a selected column by its place among those, or in words. */
  readonly #because = new Map<number, number | string>()
  #parts: Readonly<Record<string, Float64Array>> = {}
  #sums: Readonly<Record<string, Float64Array>> = {}
  /** From how many selected columns on a sum is remembered, by its name. */
  readonly #since: Record<string, number> = {}
  /** From the beginning: all paths have the list that orders nothing. */
  #isShared = true

  constructor(size: number, noOrder: Float64Array = new Float64Array(size)) {
    this.seen = new Int32Array(size).fill(-1)
    this.score = new Float64Array(size).fill(NaN)
    this.tieOrder = this.#noOrder = noOrder
  }

  /** The same, to go on from along a longer path. */
  copy(): Candidates {
    const copy = new Candidates(0, this.#noOrder)
    copy.seen = this.seen
    copy.level = this.level
    copy.score = this.score
    copy.tieOrder = this.tieOrder
    copy.#parts = this.#parts
    copy.#sums = this.#sums
    for (const [candidate, because] of this.#because) copy.#because.set(candidate, because)
    Object.assign(copy.#since, this.#since)
    copy.#isShared = this.#isShared = true
    return copy
  }

  /** What is remembered of all candidates, which account for equally many columns. */
  get sums(): Sums {
    return this.#sums
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
  take(candidates: Int32Array, seen: number, taken: TakenScores): void {
    const { score, tieOrder, parts = {}, sums = {} } = taken
    this.#own()
    this.#takeReasons(candidates, taken)
    for (let i = 0; i < candidates.length; i++) {
      this.seen[candidates[i]] = seen
      this.score[candidates[i]] = score[i]
      this.tieOrder[candidates[i]] = tieOrder?.[i] ?? 0
    }
    this.level = candidates.length === this.seen.length ? seen : null
    this.#parts = this.#scattered(this.#parts, parts, candidates)
    this.#sums = this.#scattered(this.#sums, sums, candidates)
    for (const name of Object.keys(sums)) this.#since[name] = Math.min(this.#since[name] ?? seen, seen)
  }

  /** Takes the scores of all candidates: the arrays themselves. */
  takeAll(all: Int32Array, seen: number, taken: TakenScores): void {
    const { score, tieOrder, parts = {}, sums = {} } = taken
    this.#takeReasons(all, taken)
    this.seen = new Int32Array(all.length).fill(seen)
    this.level = seen
    this.score = score
    this.tieOrder = tieOrder ?? this.#noOrder
    this.#parts = parts
    this.#sums = sums
    // What a criterion gives as a sum and as a part may be one array.
    this.#isShared = true
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

  #takeReasons(candidates: Int32Array, { score, because, why }: TakenScores): void {
    if (!because && !why) return
    for (let i = 0; i < candidates.length; i++) {
      const reason = because && because[i] >= 0 ? because[i] : why?.[i]
      if (Number.isNaN(score[i]) && reason !== undefined) this.#because.set(candidates[i], reason)
    }
  }

  /** Copies what another path, or another name, has too. */
  #own(): void {
    if (!this.#isShared) return
    const copies = (arrays: Readonly<Record<string, Float64Array>>) =>
      Object.fromEntries(Object.entries(arrays).map(([name, values]) => [name, values.slice()]))
    this.seen = this.seen.slice()
    this.score = this.score.slice()
    this.tieOrder = this.tieOrder.slice()
    this.#parts = copies(this.#parts)
    this.#sums = copies(this.#sums)
    this.#isShared = false
  }

  #scattered(
    to: Readonly<Record<string, Float64Array>>,
    from: Readonly<Record<string, Float64Array>>,
    candidates: Int32Array,
  ): Readonly<Record<string, Float64Array>> {
    const scattered = { ...to }
    for (const [name, values] of Object.entries(from)) {
      const all = (scattered[name] ??= new Float64Array(this.seen.length).fill(NaN))
      for (let i = 0; i < candidates.length; i++) all[candidates[i]] = values[i]
    }
    return scattered
  }
}

type TakenScores = Pick<StepScores, 'score' | 'tieOrder' | 'because' | 'why' | 'parts'> & {
  readonly sums?: Sums
}
