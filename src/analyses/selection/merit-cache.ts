import { membersOf } from '#core'
import type { Family } from '#core'

/** The most sets that are cached. */
const mostCached = 1 << 17
/** Up to this many candidates, a mask (bit i = candidate i) is a whole number that a double represents exactly. */
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
