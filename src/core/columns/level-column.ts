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
  readonly #codes: Uint32Array
  readonly #levels = new TextNumbers()

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

  finish(rows = this.#codes.length): CategoricalColumn {
    return columnOfCodes(this.#name, this.#levels.texts, this.#codes.subarray(0, rows))
  }

  #codeFor(level: string | null): number {
    return level === null ? noLevel : this.#levels.of(level)
  }
}

/**
 * A categorical column of texts, each different, and the number of that of each row; a row is missing if its text is
 * `null`.
 */
export function columnOfCodes(
  name: string,
  texts: readonly (string | null)[],
  codes: Uint32Array,
): CategoricalColumn {
  const present: string[] = []
  const numbers: number[] = []
  for (let number = 0; number < texts.length; number++) {
    const text = texts[number]
    if (text === null) continue
    present.push(text)
    numbers.push(number)
  }
  const order = orderByCodePoint(present)
  const levels = new Array<string>(order.length)
  const recode = new Uint32Array(texts.length).fill(noLevel)
  for (let code = 0; code < order.length; code++) {
    levels[code] = present[order[code]]
    recode[numbers[order[code]]] = code
  }
  const own = allocateCodes(codes.length, levels.length)
  let missing: Uint8Array | null = null
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] === noLevel ? noLevel : recode[codes[row]]
    if (code !== noLevel) own[row] = code
    else (missing ??= allocateMask(codes.length))[row] = 1
  }
  return { name, type: 'categorical', codes: own, levels, missing }
}
