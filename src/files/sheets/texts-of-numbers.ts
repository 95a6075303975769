import { hasAmbiguousMark } from '#core'

/** Fewer such texts may be chance. */
const fewestTexts = 5
const decimal = /^\s*[+-]?\d*[.,]\d+\s*$/

interface Found {
  readonly mark: string
  readonly example: string
  count: number
  isClear: boolean
}

/**
 * Notes texts of a sheet that are numbers with a mark before three digits, such as 1.360: a spreadsheet of another
 * country leaves thousands as texts.
 */
export class TextsOfNumbers {
  readonly #columns = new Map<number, Found>()

  add(column: number, text: string): void {
    if (!decimal.test(text)) return
    const example = text.trim()
    const mark = example.includes('.') ? '.' : ','
    let found = this.#columns.get(column)
    if (!found) this.#columns.set(column, (found = { mark, example, count: 0, isClear: false }))
    found.count++
    if (mark !== found.mark || !hasAmbiguousMark(text)) found.isClear = true
  }

  /** The columns whose texts may all have thousands separators, each with one of these. */
  get doubtful(): ReadonlyMap<number, string> {
    const found = [...this.#columns].filter(([, { count, isClear }]) => count >= fewestTexts && !isClear)
    return new Map(found.map(([column, { example }]) => [column, example]))
  }
}
