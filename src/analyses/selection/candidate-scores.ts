import type { StepScores, Sums } from '#methods'

/**
 * The cached score and sums of every candidate along one path of selected columns. `depth` is the number of
 * these columns that a candidate's numbers account for, `commonDepth` the same where it is equal for all.
 * Arrays may be shared with another path, with the criterion, or between two names: while `#isShared`, they
 * are copied before they are written.
 */
export class CandidateScores {
  /** How many of the selected columns a candidate's numbers account for; −1 where it has none. */
  depth: Int32Array
  score: Float64Array
  /** Breaks ties between equal scores; 0 where the criterion does not. */
  tieOrder: Float64Array
  /** The depth of all candidates; null where it differs. */
  commonDepth: number | null = -1
  /** The tie order of a criterion that breaks no ties. */
  readonly #noOrder: Float64Array
  /** Why a candidate has no score: a selected column by its place, or a text. */
  readonly #because = new Map<number, number | string>()
  #parts: Readonly<Record<string, Float64Array>> = {}
  #sums: Readonly<Record<string, Float64Array>> = {}
  /** The depth from which on each sum exists, by its name. */
  readonly #sumDepth: Record<string, number> = {}
  /** True from the start, because all paths share `#noOrder`. */
  #isShared = true

  constructor(size: number, noOrder: Float64Array = new Float64Array(size)) {
    this.depth = new Int32Array(size).fill(-1)
    this.score = new Float64Array(size).fill(NaN)
    this.tieOrder = this.#noOrder = noOrder
  }

  /** A copy for a longer path. */
  copy(): CandidateScores {
    const copy = new CandidateScores(0, this.#noOrder)
    copy.depth = this.depth
    copy.commonDepth = this.commonDepth
    copy.score = this.score
    copy.tieOrder = this.tieOrder
    copy.#parts = this.#parts
    copy.#sums = this.#sums
    for (const [candidate, because] of this.#because) copy.#because.set(candidate, because)
    Object.assign(copy.#sumDepth, this.#sumDepth)
    copy.#isShared = this.#isShared = true
    return copy
  }

  /** The sums of all candidates, which have equal depth. */
  get sums(): Sums {
    return this.#sums
  }

  /** The sums of some candidates of equal depth, in their order. */
  sumsOf(candidates: Int32Array): Sums {
    const gathered: Record<string, Float64Array> = {}
    for (const [name, values] of Object.entries(this.#sums)) {
      // Candidates of greater depth may have sums that these do not have yet.
      if (this.#sumDepth[name] > this.depth[candidates[0]]) continue
      const some = new Float64Array(candidates.length)
      for (let i = 0; i < some.length; i++) some[i] = values[candidates[i]]
      gathered[name] = some
    }
    return gathered
  }

  /** Stores the scores of some candidates at a new depth. */
  store(candidates: Int32Array, seen: number, scores: NewScores): void {
    const { score, tieOrder, parts = {}, sums = {} } = scores
    this.#copyShared()
    this.#storeReasons(candidates, scores)
    for (let i = 0; i < candidates.length; i++) {
      this.depth[candidates[i]] = seen
      this.score[candidates[i]] = score[i]
      this.tieOrder[candidates[i]] = tieOrder?.[i] ?? 0
    }
    this.commonDepth = candidates.length === this.depth.length ? seen : null
    this.#parts = this.#scattered(this.#parts, parts, candidates)
    this.#sums = this.#scattered(this.#sums, sums, candidates)
    for (const name of Object.keys(sums)) this.#sumDepth[name] = Math.min(this.#sumDepth[name] ?? seen, seen)
  }

  /** Stores the scores of all candidates, without copying the arrays. */
  storeAll(all: Int32Array, seen: number, scores: NewScores): void {
    const { score, tieOrder, parts = {}, sums = {} } = scores
    this.#storeReasons(all, scores)
    this.depth = new Int32Array(all.length).fill(seen)
    this.commonDepth = seen
    this.score = score
    this.tieOrder = tieOrder ?? this.#noOrder
    this.#parts = parts
    this.#sums = sums
    // A criterion may give the same array as a sum and as a part.
    this.#isShared = true
    for (const name of Object.keys(sums)) this.#sumDepth[name] = Math.min(this.#sumDepth[name] ?? seen, seen)
  }

  /** The candidates without a score, and why. */
  get leftOut(): ReadonlyMap<number, number | string> {
    return this.#because
  }

  /** The parts of a candidate's score, by name. */
  partsOf(candidate: number): Readonly<Record<string, number>> {
    const parts = Object.entries(this.#parts).map(([name, values]) => [name, values[candidate]] as const)
    return Object.fromEntries(parts.filter(([, value]) => !Number.isNaN(value)))
  }

  #storeReasons(candidates: Int32Array, { score, because, why }: NewScores): void {
    if (!because && !why) return
    for (let i = 0; i < candidates.length; i++) {
      const reason = because && because[i] >= 0 ? because[i] : why?.[i]
      if (Number.isNaN(score[i]) && reason !== undefined) this.#because.set(candidates[i], reason)
    }
  }

  /** Copies arrays that are shared. */
  #copyShared(): void {
    if (!this.#isShared) return
    const copies = (arrays: Readonly<Record<string, Float64Array>>) =>
      Object.fromEntries(Object.entries(arrays).map(([name, values]) => [name, values.slice()]))
    this.depth = this.depth.slice()
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
      const all = (scattered[name] ??= new Float64Array(this.depth.length).fill(NaN))
      for (let i = 0; i < candidates.length; i++) all[candidates[i]] = values[i]
    }
    return scattered
  }
}

type NewScores = Pick<StepScores, 'score' | 'tieOrder' | 'because' | 'why' | 'parts'> & {
  readonly sums?: Sums
}

/** Candidates that advance to a depth, the number of selected columns that their scores account for. */
export interface Stage {
  readonly depth: number
  readonly behind: Int32Array
  /** Nearly all candidates are behind, so all are scored, which avoids gathering them. */
  readonly areAll: boolean
}

/** Up to this share of barred candidates, all candidates are scored. */
const fewOut = 1 / 8
/** The most candidates in one batch, each counted once per depth. */
const mostTogether = 1 << 14

/**
 * The stages by which some candidates advance to a number of selected columns, as many as fit into one batch.
 * Where candidates were left out, the depths of others may differ, so there is a single stage. A candidate
 * left out from depth `falling` on stays out; `areTaken` says that all candidates may be scored, also those
 * that were not requested.
 */
export function stagesOf(
  path: CandidateScores,
  candidates: Int32Array,
  selected: number,
  { falling, areTaken }: { readonly falling: number; readonly areTaken: boolean },
): Stage[] {
  const { commonDepth, depth, leftOut } = path
  const isEven = commonDepth !== null && areTaken
  let least = commonDepth ?? selected
  if (commonDepth === null) for (const candidate of candidates) least = Math.min(least, depth[candidate])
  const stages: Stage[] = []
  let together = 0
  for (let columns = least + 1; columns <= selected && together < mostTogether; columns++) {
    const behind = isEven ? candidates : behindOf(path, candidates, columns, falling)
    if (behind.length === 0) continue
    stages.push({
      depth: columns,
      behind,
      areAll: isEven && behind.length >= (1 - fewOut) * depth.length,
    })
    together += behind.length
    if (leftOut.size > 0) break
  }
  return stages
}

/** The candidates of a smaller depth that may still advance. */
function behindOf(
  { depth, score }: CandidateScores,
  candidates: Int32Array,
  columns: number,
  falling: number,
): Int32Array {
  const behind = new Int32Array(candidates.length)
  let count = 0
  for (let i = 0; i < candidates.length; i++) {
    const isOut = depth[candidates[i]] >= falling && Number.isNaN(score[candidates[i]])
    if (depth[candidates[i]] < columns && !isOut) behind[count++] = candidates[i]
  }
  return behind.subarray(0, count)
}
