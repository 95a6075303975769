import { allocateCodes, allocateMask } from './allocate.ts'
import type { CategoricalColumn } from './column.ts'
import { orderByCodePoint } from './sorted-texts.ts'
import { TextNumbers } from './text-numbers.ts'

/** The code of a row without a value, while the column is being built. */
const noLevel = 0xffffffff

/**
 * Builds a categorical column: levels are coded in order of appearance, and sorted in code-point order by
 * `finish`.
 */
export class LevelColumn {
  readonly #name: string
  #codes: Uint32Array
  readonly #levels = new TextNumbers()
  #isMissing = false

  /** `rows` may be an estimate: `grow` adds more. */
  constructor(name: string, rows: number) {
    this.#name = name
    this.#codes = new Uint32Array(rows)
  }

  /** Sets a row, each row once; `null` is a missing value. */
  set(row: number, level: string | null): void {
    this.#codes[row] = this.#codeFor(level)
  }

  /** Sets rows from `first` on, each to the level with its code. */
  setCoded(first: number, levels: readonly (string | null)[], codes: Uint32Array): void {
    const recode = new Uint32Array(levels.length)
    levels.forEach((level, code) => (recode[code] = this.#codeFor(level)))
    const own = this.#codes
    for (let i = 0; i < codes.length; i++) own[first + i] = recode[codes[i]]
  }

  grow(rows: number): void {
    if (rows <= this.#codes.length) return
    const codes = new Uint32Array(rows)
    codes.set(this.#codes)
    this.#codes = codes
  }

  /**
   * Writes the number that each row's level represents, NaN for a missing one; `numbersOf` converts all
   * levels at once.
   */
  toNumbers(
    rows: number,
    values: Float64Array,
    numbersOf: (levels: readonly string[]) => Float64Array,
  ): void {
    const numbers = numbersOf(this.#levels.texts)
    for (let row = 0; row < rows; row++) {
      const code = this.#codes[row]
      values[row] = code === noLevel ? NaN : numbers[code]
    }
  }

  finish(rows = this.#codes.length): CategoricalColumn {
    const { texts } = this.#levels
    const order = orderByCodePoint(texts)
    const levels = Array.from(order, (number) => texts[number])
    const recode = new Uint32Array(levels.length)
    order.forEach((number, code) => (recode[number] = code))
    const codes = allocateCodes(rows, levels.length)
    const missing = this.#isMissing ? allocateMask(rows) : null
    for (let row = 0; row < rows; row++) {
      const code = this.#codes[row]
      if (code !== noLevel) codes[row] = recode[code]
      else missing![row] = 1
    }
    return { name: this.#name, type: 'categorical', codes, levels, missing }
  }

  #codeFor(level: string | null): number {
    if (level === null) {
      this.#isMissing = true
      return noLevel
    }
    return this.#levels.of(level)
  }
}
