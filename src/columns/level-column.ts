import { byCodePoint } from '../spec/names.ts'
import { allocateCodes, allocateMask } from './allocate.ts'
import type { CategoricalColumn } from './column.ts'

/** The code of a row without a value, while a column is in the making. */
const none = 0xffffffff

/** A column of levels in the making: codes in order of appearance, until the levels are put in code-point order. */
export class LevelColumn {
  readonly #name: string
  #codes: Uint32Array
  readonly #codeOf = new Map<string, number>()
  #isMissing = false

  /** `rows` may be a guess: `grow` makes it larger. */
  constructor(name: string, rows: number) {
    this.#name = name
    this.#codes = new Uint32Array(rows)
  }

  /** Every row is set once; `null` is no value. */
  set(row: number, level: string | null): void {
    this.#codes[row] = this.#codeFor(level)
  }

  /** Sets the rows from `first` on, each to the level of its code. */
  setCoded(first: number, levels: readonly (string | null)[], codes: Uint32Array): void {
    const recode = Uint32Array.from(levels, (level) => this.#codeFor(level))
    const own = this.#codes
    for (let i = 0; i < codes.length; i++) own[first + i] = recode[codes[i]]
  }

  grow(rows: number): void {
    if (rows <= this.#codes.length) return
    const codes = new Uint32Array(rows)
    codes.set(this.#codes)
    this.#codes = codes
  }

  /** The numbers that the levels stand for, NaN where a row has none; `numbersOf` makes them of all levels at once. */
  toNumbers(
    rows: number,
    values: Float64Array,
    numbersOf: (levels: readonly string[]) => Float64Array,
  ): void {
    const numbers = numbersOf([...this.#codeOf.keys()])
    for (let row = 0; row < rows; row++) {
      const code = this.#codes[row]
      values[row] = code === none ? NaN : numbers[code]
    }
  }

  finish(rows = this.#codes.length): CategoricalColumn {
    const levels = [...this.#codeOf.keys()].sort(byCodePoint)
    const recode = new Uint32Array(levels.length)
    levels.forEach((level, code) => (recode[this.#codeOf.get(level)!] = code))
    const codes = allocateCodes(rows, levels.length)
    const missing = this.#isMissing ? allocateMask(rows) : null
    for (let row = 0; row < rows; row++) {
      const code = this.#codes[row]
      if (code !== none) codes[row] = recode[code]
      else missing![row] = 1
    }
    return { name: this.#name, type: 'categorical', codes, levels, missing }
  }

  #codeFor(level: string | null): number {
    if (level === null) {
      this.#isMissing = true
      return none
    }
    let code = this.#codeOf.get(level)
    if (code === undefined) {
      code = this.#codeOf.size
      this.#codeOf.set(level, code)
    }
    return code
  }
}
