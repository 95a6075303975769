import { countMembers } from '#core'
import type { Family, RowRange, Warning } from '#core'
import type { Bookmark } from '#methods'
import type { OpenCheckpoint, SearchState } from './checkpoint.ts'
import { MeritCache } from './merit-cache.ts'
import type { SearchBudget } from './search-budget.ts'
import type { ColumnSets } from './subset-problem.ts'

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
    // Sets evaluated before the bookmark are counted already; restored sets count when the search reaches them again.
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
