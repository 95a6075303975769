import { is } from './cell-properties.ts'

/** More different texts are not named. */
const mostNamed = 5

/** The properties by which a cell deviates from the rest of its column. */
export type Oddness = 'notPlain' | 'noNumber' | 'noTime'
const kinds = ['notPlain', 'noNumber', 'noTime'] as const

/** Keeps which texts deviate from numbers or times, as long as they are few. */
export class OddTexts {
  readonly #texts: Record<Oddness, Map<string, number> | null> = {
    notPlain: new Map(),
    noNumber: new Map(),
    noTime: new Map(),
  }
  #open = is.notPlain | is.noNumber | is.noTime

  /** Adds a text with its properties, which occurs `count` times. */
  add(text: string, count: number, bits: number): void {
    if ((bits & this.#open) === 0) return
    for (const kind of kinds) {
      const texts = this.#texts[kind]
      if (!texts || (bits & is[kind]) === 0) continue
      const key = text.trim()
      texts.set(key, (texts.get(key) ?? 0) + count)
      if (texts.size <= mostNamed) continue
      this.#texts[kind] = null
      this.#open &= ~is[kind]
    }
  }

  /** The texts with their counts; `null` if they are many. */
  of(kind: Oddness): ReadonlyMap<string, number> | null {
    return this.#texts[kind]
  }
}
