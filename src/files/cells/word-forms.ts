import type { FormattedNumber } from './formatted-numbers.ts'

/**
 * A word in the singular and in the plural, in two lines: `collo` and `colli`, `ud` and `uds`, but not `cat` and
 * `cars`, or `pin` and `pints`. A plural changes vowels, and adds them or one of a few letters.
 */
const formsOfWord =
  /^(.{2,})(?:(?:[aeiouyáéíóúаеёиоуыэюяьй].{0,2})?(.*)\n\1h?[aeiouyáéíóúаеёиоуыэюяьй].{0,2}\2|(.*)\n\1[snrx]\3)$/iu
/** More different words are no unit. */
const mostWords = 2

/** Notes which unknown words stand behind a 1, and which behind other numbers. */
export class WordForms {
  readonly #areOfOne = new Map<string, boolean>()
  /** The letter that stands for degrees in some cells. */
  #letter: string | null = null

  add(word: string, { point, comma }: FormattedNumber): void {
    if (this.#areOfOne.size > mostWords && !this.#areOfOne.has(word)) return
    const isOne = Math.abs(Number(point ?? comma)) === 1
    this.#areOfOne.set(word, isOne && this.#areOfOne.get(word) !== false)
  }

  /**
   * Makes one unit of `1 collo` and `10 colli`, and of `1 C` and `21 °C`; the word that stands for the other, or `null`
   * if there is none.
   */
  join(units: Map<string, number>, written: Map<string, Set<string>>, words: Set<string>): string | null {
    return this.#joinDegrees(units, words) ?? this.#joinForms(units, written, words)
  }

  #joinDegrees(units: Map<string, number>, words: Set<string>): string | null {
    const letter = ['C', 'F'].find((one) => units.has(one) && units.has(`°${one}`))
    if (letter === undefined) return this.#letter
    units.set(`°${letter}`, units.get(`°${letter}`)! + units.get(letter)!)
    for (const known of [units, words]) known.delete(letter)
    return (this.#letter = letter)
  }

  #joinForms(
    units: Map<string, number>,
    written: Map<string, Set<string>>,
    words: Set<string>,
  ): string | null {
    if (this.#areOfOne.size !== mostWords) return null
    const all = [...this.#areOfOne.keys()]
    const one = all.find((word) => this.#areOfOne.get(word))
    const many = all.find((word) => word !== one && !this.#areOfOne.get(word))
    if (one === undefined || many === undefined || !formsOfWord.test(`${one}\n${many}`)) return null
    units.set(many, (units.get(many) ?? 0) + (units.get(one) ?? 0))
    written.set(many, new Set([...(written.get(many) ?? []), ...(written.get(one) ?? [])]))
    for (const known of [units, written, words]) known.delete(one)
    return one
  }
}

/** What stands around a number. */
export function withoutNumber(text: string): string {
  return text.replace(/[-+\d.,'’()\s]+/g, ' ').trim()
}
