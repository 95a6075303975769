import type { Bookmark, SubsetProblem } from '../../search/problem.ts'
import { countMembers, membersOf } from '../../statistics/family.ts'
import type { Family } from '../../statistics/family.ts'
import type { RowRange } from '../../trace/used-rows.ts'
import type { SearchBudget } from './search-budget.ts'
import type { OpenCheckpoint, SearchState } from './checkpoint.ts'
import { MeritCache } from './merit-cache.ts'

/** Sets whose merits are known are not looked at again, but in a lattice; what was known another time is recalled. */
export class SetCache implements SubsetProblem {
  readonly size: number
  readonly least: number
  readonly ofNone: number
  /** How many sets were looked at so far, this time and the times before. */
  evaluations: number
  readonly #sets: SubsetProblem & { readonly rows: RowRange | undefined }
  readonly #known: MeritCache
  readonly #recalled: ReadonlyMap<number | string, number>
  readonly #budget: SearchBudget
  readonly #checkpoint: OpenCheckpoint | null
  #bookmark: Bookmark | null
  /** How many sets were looked at when the bookmark was left. */
  #marked: number
  /** The rows behind the merits of the times before. */
  readonly #rowsBefore: RowRange | undefined

  constructor(
    sets: SubsetProblem & { readonly rows: RowRange | undefined },
    budget: SearchBudget,
    checkpoint: OpenCheckpoint | null,
  ) {
    const state = checkpoint?.state ?? null
    this.size = sets.size
    this.least = sets.least
    this.ofNone = sets.ofNone
    this.#sets = sets
    this.#known = new MeritCache(sets.size)
    this.#budget = budget
    this.#checkpoint = checkpoint
    this.#bookmark = state?.bookmark ?? null
    this.#recalled = new Map(state?.known)
    this.#rowsBefore = state?.rows ?? undefined
    // What was looked at before the bookmark was counted then; sets that are recalled count as they come again.
    this.#marked = this.evaluations = state?.evaluations ?? 0
  }

  /** The rows behind the merits, once a set was scored. */
  get rows(): RowRange | undefined {
    const [before, now] = [this.#rowsBefore, this.#sets.rows]
    if (!before || !now) return before ?? now
    return { least: Math.min(before.least, now.least), most: Math.max(before.most, now.most) }
  }

  /** A merit is of the whole set. */
  partsOf(): Readonly<Record<string, number>> {
    return {}
  }

  async merits(sets: Family<number>, progress?: (share: number) => void): Promise<Float64Array> {
    await this.#budget.pause()
    if ('of' in sets) {
      const count = countMembers(sets)
      this.#budget.take(count)
      const merits = await this.#sets.merits(sets, progress)
      this.evaluations += count
      return merits
    }
    const list = 'list' in sets ? sets.list : [...membersOf(sets)]
    const merits = await this.#known.of(list, async (fresh) => {
      const isNew = (set: readonly number[]) => !this.#recalled.has(this.#known.keyOf(set))
      const asked = fresh.filter(isNew)
      if (asked.length > 0) this.#budget.take(asked.length)
      const family =
        'list' in sets ? { list: asked } : { base: sets.base, each: asked.map((set) => set.at(-1)!) }
      const made = asked.length > 0 ? await this.#sets.merits(family, progress) : []
      this.evaluations += fresh.length
      let place = 0
      return Float64Array.from(fresh, (set) =>
        isNew(set) ? made[place++] : this.#recalled.get(this.#known.keyOf(set))!,
      )
    })
    await this.#checkpoint?.write(() => this.#state())
    return merits
  }

  /** Writes down where the search is. */
  async note(bookmark: Bookmark | null, now = false): Promise<void> {
    if (bookmark) [this.#bookmark, this.#marked] = [bookmark, this.evaluations]
    await this.#checkpoint?.write(() => this.#state(), now)
  }

  #state(): SearchState {
    return {
      evaluations: this.#marked,
      rows: this.rows ?? null,
      known: [...new Map([...this.#recalled, ...this.#known.entries()])],
      bookmark: this.#bookmark,
    }
  }
}
