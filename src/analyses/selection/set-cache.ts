import { countMembers, membersOf } from '#core'
import type { Family, RowRange, Warning } from '#core'
import type { Bookmark } from '#methods'
import type { OpenCheckpoint, SearchState } from './checkpoint.ts'
import type { SearchBudget } from './search-budget.ts'
import type { ColumnSets } from './subset-problem.ts'

/** The most sets that are cached. */
const mostCached = 1 << 17
/**
 * Up to this many candidates, a mask (bit i = candidate i) is a whole number that a double represents
 * exactly.
 */
const widestMask = 53

type Key = number | string

/** The merits of the sets evaluated last, by their masks. */
export class MeritCache {
  readonly #merits = new Map<Key, number>()
  readonly #bits: Float64Array
  readonly #hasMasks: boolean

  constructor(size: number) {
    this.#hasMasks = size <= widestMask
    this.#bits = new Float64Array(this.#hasMasks ? size : 0).fill(1)
    for (let i = 1; i < this.#bits.length; i++) this.#bits[i] = 2 * this.#bits[i - 1]
  }

  /** The key of a set. */
  keyOf(set: readonly number[]): Key {
    if (this.#hasMasks) return set.reduce((mask, member) => mask + this.#bits[member], 0)
    return Int32Array.from(set).sort().join()
  }

  /** The keys of the sets of a family; those of one base share its sorting. */
  keysOf(sets: Family<number>): readonly Key[] {
    if (!('each' in sets)) return [...membersOf(sets)].map((set) => this.keyOf(set))
    const { base, each } = sets
    if (this.#hasMasks) {
      const mask = base.reduce((mask, member) => mask + this.#bits[member], 0)
      return each.map((member) => mask + this.#bits[member])
    }
    const sorted = Int32Array.from(base).sort()
    const places = Array.from({ length: sorted.length + 1 }, (_, place) => place)
    const before = places.map((place) =>
      sorted.slice(0, place).reduce((text, member) => `${text}${member},`, ''),
    )
    const after = places.map((place) => sorted.slice(place).reduce((text, member) => `${text},${member}`, ''))
    return each.map((member) => {
      let place = 0
      while (place < sorted.length && sorted[place] < member) place++
      return `${before[place]}${member}${after[place]}`
    })
  }

  /** The keys of the cached sets, and their merits. */
  entries(): readonly (readonly [key: Key, merit: number])[] {
    return [...this.#merits]
  }

  /** The merit of a set that is cached. */
  known(set: readonly number[]): number | undefined {
    return this.#merits.get(this.keyOf(set))
  }

  /** The merits of sets by their keys; `evaluate` gets the places of those that are not cached, each once. */
  async of(
    keys: readonly Key[],
    evaluate: (places: readonly number[]) => Promise<Float64Array>,
  ): Promise<Float64Array> {
    const merits = new Float64Array(keys.length)
    const fresh = new Map<Key, number>()
    let missing = 0
    for (let place = 0; place < keys.length; place++) {
      const merit = this.#merits.get(keys[place])
      if (merit === undefined) {
        fresh.set(keys[place], place)
        missing++
      } else merits[place] = merit
    }
    if (missing > 0) {
      const evaluated = await evaluate([...fresh.values()])
      let next = 0
      for (const [key, place] of fresh) {
        merits[place] = evaluated[next]
        this.#merits.set(key, evaluated[next++])
      }
      // The same set more than once.
      if (missing > fresh.size) keys.forEach((key, place) => (merits[place] = this.#merits.get(key)!))
    }
    for (const oldest of this.#merits.keys()) {
      if (this.#merits.size <= mostCached) break
      this.#merits.delete(oldest)
    }
    return merits
  }
}

/** Caches the merits of sets, except in a lattice of all subsets, and restores those of a checkpoint. */
export class SetCache implements ColumnSets {
  readonly size: number
  readonly least: number
  readonly ofNone: number
  readonly isMonotone: boolean
  readonly fits?: NonNullable<ColumnSets['fits']>
  /** How many sets were evaluated so far, including earlier runs. */
  evaluations: number
  readonly #sets: ColumnSets
  readonly #isInformation: boolean
  readonly #cache: MeritCache
  readonly #restored: ReadonlyMap<number | string, number>
  readonly #budget: SearchBudget
  readonly #checkpoint: OpenCheckpoint | null
  #bookmark: Bookmark | null
  /** How many sets were evaluated when the bookmark was set. */
  #evaluationsAtBookmark: number
  /** The rows behind the merits of earlier runs. */
  readonly #rowsBefore: RowRange | undefined

  constructor(
    sets: ColumnSets,
    budget: SearchBudget,
    checkpoint: OpenCheckpoint | null,
    isInformation = false,
  ) {
    this.#isInformation = isInformation
    const state = checkpoint?.state ?? null
    this.size = sets.size
    this.least = sets.least
    this.ofNone = sets.ofNone
    this.isMonotone = sets.isMonotone === true
    if (sets.fits) this.fits = sets.fits
    this.#sets = sets
    this.#cache = new MeritCache(sets.size)
    this.#budget = budget
    this.#checkpoint = checkpoint
    this.#bookmark = state?.bookmark ?? null
    this.#restored = new Map(state?.merits)
    this.#rowsBefore = state?.rows ?? undefined
    // Sets evaluated before the bookmark are counted already; restored sets count when the search reaches
    // them again.
    this.#evaluationsAtBookmark = this.evaluations = state?.evaluations ?? 0
  }

  /** The rows behind the merits, once a set was scored. */
  get rows(): RowRange | undefined {
    const [before, now] = [this.#rowsBefore, this.#sets.rows]
    if (!before || !now) return before ?? now
    return { least: Math.min(before.least, now.least), most: Math.max(before.most, now.most) }
  }

  /** The columns without a score beside those selected, or by themselves, with the reason. */
  leftOut(): ReadonlyMap<number, string> {
    return this.#sets.unscored ?? new Map()
  }

  /** Says why nothing can be chosen, where no set has a score. */
  get warnings(): ReadonlyMap<string, Warning> {
    const why = this.#sets.noneScored
    if (why === undefined) return new Map()
    const message = `nothing can be chosen, because no set of columns has a score: ${why}`
    return new Map([[message, { code: 'unsuitable', message }]])
  }

  /** The merit of a set has no parts, but where gains are information, a column's own is its relevance. */
  partsOf(_: readonly number[], candidate: number): Readonly<Record<string, number>> {
    const relevance = this.#isInformation ? this.#cache.known([candidate]) : undefined
    return relevance === undefined ? {} : { relevance }
  }

  async merits(sets: Family<number>, progress?: (share: number) => void): Promise<Float64Array> {
    await this.#budget.pause()
    if ('of' in sets) {
      const count = countMembers(sets)
      this.#budget.spend(count)
      const merits = await this.#sets.merits(sets, progress)
      this.evaluations += count
      return merits
    }
    const keys = this.#cache.keysOf(sets)
    const merits = await this.#cache.of(keys, async (places) => {
      const unknown = places.filter((place) => !this.#restored.has(keys[place]))
      if (unknown.length > 0) this.#budget.spend(unknown.length)
      const evaluated = unknown.length > 0 ? await this.#sets.merits(partOf(sets, unknown), progress) : []
      this.evaluations += places.length
      let next = 0
      return Float64Array.from(places, (place) => this.#restored.get(keys[place]) ?? evaluated[next++])
    })
    await this.#checkpoint?.write(() => this.#state())
    return merits
  }

  /** Counts tests of single candidates as evaluations. */
  countTests(tests: number): void {
    this.#budget.spend(tests)
    this.evaluations += tests
  }

  /** Saves the state of the search. */
  async saveBookmark(bookmark: Bookmark | null, now = false): Promise<void> {
    if (bookmark) [this.#bookmark, this.#evaluationsAtBookmark] = [bookmark, this.evaluations]
    await this.#checkpoint?.write(() => this.#state(), now)
  }

  #state(): SearchState {
    return {
      evaluations: this.#evaluationsAtBookmark,
      rows: this.rows ?? null,
      merits: [...new Map([...this.#restored, ...this.#cache.entries()])],
      bookmark: this.#bookmark,
    }
  }
}

/** The sets of a list or of one base at some places. */
function partOf(sets: Exclude<Family<number>, { of: unknown }>, places: readonly number[]): Family<number> {
  if (places.length === countMembers(sets)) return sets
  if ('list' in sets) return { list: places.map((place) => sets.list[place]) }
  return { base: sets.base, each: places.map((place) => sets.each[place]) }
}
