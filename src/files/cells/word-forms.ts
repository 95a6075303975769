import type { FormattedNumber } from './formatted-numbers.ts'
import { conversion } from './number-units.ts'

/**
 * A word in the singular and in the plural, in two lines: `collo` and `colli`, `ud` and `uds`, but not `cat` and
 * `cars`, or `pin` and `pints`. A plural changes vowels, and adds them or one of a few letters.
 */
const formsOfWord =
  /^(.{2,})(?:(?:[aeiouyáéíóúаеёиоуыэюяьй].{0,2})?(.*)\n\1h?[aeiouyáéíóúаеёиоуыэюяьй].{0,2}\2|(.*)\n\1[snrx]\3)$/iu
/** Letters that stand for a unit beside others, and whether these show it. */
const letters: readonly (readonly [string, string, (units: ReadonlyMap<string, number>) => boolean])[] = [
  ['C', '°C', (units) => units.has('°C')],
  ['F', '°F', (units) => units.has('°F')],
  ['H', 'h', areOfTime],
]
/** More different words are no unit. */
const mostWords = 2

/** Notes which unknown words stand behind a 1, and which behind other numbers. */
export class WordForms {
  readonly #areOfOne = new Map<string, boolean>()
  /** The units that words stand for. */
  readonly #names = new Map<string, string>()

  add(word: string, { point, comma }: FormattedNumber): void {
    if (this.#areOfOne.size > mostWords && !this.#areOfOne.has(word)) return
    const isOne = Math.abs(Number(point ?? comma)) === 1
    this.#areOfOne.set(word, isOne && this.#areOfOne.get(word) !== false)
  }

  /**
   * Makes one unit of `1 collo` and `10 colli`, of `1 C` and `21 °C`, and of `2 H` and `1 h` beside `45 min`; the unit
   * that each word so joined stands for.
   */
  join(
    units: Map<string, number>,
    written: Map<string, Set<string>>,
    words: Set<string>,
  ): ReadonlyMap<string, string> {
    this.#joinLetters(units, words)
    this.#joinForms(units, written, words)
    return this.#names
  }

  #joinLetters(units: Map<string, number>, words: Set<string>): void {
    for (const [letter, unit, isBeside] of letters) {
      if (!units.has(letter) || !isBeside(units)) continue
      units.set(unit, (units.get(unit) ?? 0) + units.get(letter)!)
      for (const known of [units, words]) known.delete(letter)
      this.#names.set(letter, unit)
    }
  }

  #joinForms(units: Map<string, number>, written: Map<string, Set<string>>, words: Set<string>): void {
    if (this.#areOfOne.size !== mostWords) return
    const all = [...this.#areOfOne.keys()]
    const one = all.find((word) => this.#areOfOne.get(word))
    const many = all.find((word) => word !== one && !this.#areOfOne.get(word))
    if (one === undefined || many === undefined || !formsOfWord.test(`${one}\n${many}`)) return
    units.set(many, (units.get(many) ?? 0) + (units.get(one) ?? 0))
    written.set(many, new Set([...(written.get(many) ?? []), ...(written.get(one) ?? [])]))
    for (const known of [units, written, words]) known.delete(one)
    this.#names.set(one, many)
  }
}

/** Whether all units but the letter are of time, as those beside hours. */
function areOfTime(units: ReadonlyMap<string, number>): boolean {
  const others = [...units.keys()].filter((unit) => unit !== 'H')
  return others.length > 0 && others.every((unit) => conversion('h', unit) !== null)
}

/** What stands around a number. */
export function withoutNumber(text: string): string {
  return text.replace(/[-+\d.,'’()\s]+/g, ' ').trim()
}
