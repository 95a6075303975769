import { byCodePoint } from '../spec/names.ts'
import { allocateCodes, allocateMask } from './allocate.ts'
import type { CategoricalColumn } from './column.ts'

/** A column of levels in the making: codes in order of appearance, until the levels are put in code-point order. */
export class LevelColumn {
  readonly #name: string
  readonly #codes: Uint32Array
  readonly #codeOf = new Map<string, number>()
  #missing: Uint8Array | null = null

  constructor(name: string, rows: number) {
    this.#name = name
    this.#codes = new Uint32Array(rows)
  }

  /** Every row is set once; `null` is no value. */
  set(row: number, level: string | null): void {
    if (level === null) {
      this.#missing ??= allocateMask(this.#codes.length)
      this.#missing[row] = 1
      return
    }
    let code = this.#codeOf.get(level)
    if (code === undefined) {
      code = this.#codeOf.size
      this.#codeOf.set(level, code)
    }
    this.#codes[row] = code
  }

  finish(): CategoricalColumn {
    const missing = this.#missing
    const levels = [...this.#codeOf.keys()].sort(byCodePoint)
    const recode = new Uint32Array(levels.length)
    levels.forEach((level, code) => (recode[this.#codeOf.get(level)!] = code))
    const codes = allocateCodes(this.#codes.length, levels.length)
    for (let row = 0; row < codes.length; row++) codes[row] = missing?.[row] ? 0 : recode[this.#codes[row]]
    return { name: this.#name, type: 'categorical', codes, levels, missing }
  }
}
