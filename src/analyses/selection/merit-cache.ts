/** The most sets that are cached. */
const mostCached = 1 << 17
/** Up to this many candidates, a mask (bit i = candidate i) is a whole number that a double represents exactly. */
const widestMask = 53

type Sets = readonly (readonly number[])[]

/** The merits of the sets evaluated last, by their masks. */
export class MeritCache {
  readonly #merits = new Map<number | string, number>()
  /** The key of a set. */
  readonly keyOf: (set: readonly number[]) => number | string

  constructor(size: number) {
    const bits = Float64Array.from({ length: Math.min(size, widestMask) }, () => 1)
    for (let i = 1; i < bits.length; i++) bits[i] = 2 * bits[i - 1]
    this.keyOf =
      size <= widestMask
        ? (set) => set.reduce((mask, member) => mask + bits[member], 0)
        : (set) => Int32Array.from(set).sort().join()
  }

  /** The keys of the cached sets, and their merits. */
  entries(): readonly (readonly [key: number | string, merit: number])[] {
    return [...this.#merits]
  }

  /** The merit of each set; sets that are not cached are evaluated, each once. */
  async of(list: Sets, evaluate: (sets: Sets) => Promise<Float64Array>): Promise<Float64Array> {
    const keys = list.map(this.keyOf)
    const fresh = new Map<number | string, readonly number[]>()
    list.forEach((set, i) => {
      if (!this.#merits.has(keys[i])) fresh.set(keys[i], set)
    })
    if (fresh.size > 0) {
      const evaluated = await evaluate([...fresh.values()])
      let place = 0
      for (const key of fresh.keys()) this.#merits.set(key, evaluated[place++])
    }
    const merits = Float64Array.from(keys, (key) => this.#merits.get(key)!)
    for (const oldest of this.#merits.keys()) {
      if (this.#merits.size <= mostCached) break
      this.#merits.delete(oldest)
    }
    return merits
  }
}
