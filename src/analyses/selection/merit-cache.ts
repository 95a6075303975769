/** Sets remembered at most. */
const mostKnown = 1 << 17
/** Of so many candidates a mask, bit i = candidate i, is a whole number that a double holds. */
const widestMask = 53

type Sets = readonly (readonly number[])[]

/** The merits of sets that were looked at lately, by the set's mask. */
export class MeritCache {
  readonly #known = new Map<number | string, number>()
  /** What a set is known by. */
  readonly keyOf: (set: readonly number[]) => number | string

  constructor(size: number) {
    const bits = Float64Array.from({ length: Math.min(size, widestMask) }, () => 1)
    for (let i = 1; i < bits.length; i++) bits[i] = 2 * bits[i - 1]
    this.keyOf =
      size <= widestMask
        ? (set) => set.reduce((mask, member) => mask + bits[member], 0)
        : (set) => Int32Array.from(set).sort().join()
  }

  /** The sets that are known, by their keys, and their merits. */
  entries(): readonly (readonly [key: number | string, merit: number])[] {
    return [...this.#known]
  }

  /** The merit of each set; those of which nothing is known are evaluated, each once. */
  async of(list: Sets, evaluate: (sets: Sets) => Promise<Float64Array>): Promise<Float64Array> {
    const keys = list.map(this.keyOf)
    const fresh = new Map<number | string, readonly number[]>()
    list.forEach((set, i) => {
      if (!this.#known.has(keys[i])) fresh.set(keys[i], set)
    })
    if (fresh.size > 0) {
      const made = await evaluate([...fresh.values()])
      let place = 0
      for (const key of fresh.keys()) this.#known.set(key, made[place++])
    }
    const merits = Float64Array.from(keys, (key) => this.#known.get(key)!)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostKnown) break
      this.#known.delete(oldest)
    }
    return merits
  }
}
