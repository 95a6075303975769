/** The kernels tell so many words apart, but for the last, which is that of all others. */
const bits = 32
/** A word for missing that is also a code, such as that of Naples or Namibia. */
export const codeLike = 'NA'
const fewestCodes = 3

/** The words of missing cells of a column, and how many cells they are. */
export interface MissingCells {
  readonly words: readonly string[]
  readonly count: number
}

/** Notes which reported words for a missing value a column has. */
export class NotedWords {
  readonly #reported: readonly string[]
  readonly #words = new Set<string>()
  #count = 0
  /** How many cells are the word that is a code of two capitals too. */
  codes = 0

  constructor(reported: readonly string[]) {
    this.#reported = reported
  }

  /** Adds cells in which the kernel found words, one bit each. */
  addBits(words: number, count: number): void {
    if (count === 0) return
    this.#count += count
    this.#reported.forEach((word, i) => {
      if ((words >>> Math.min(i, bits - 1)) & 1) this.#words.add(word)
    })
  }

  /** Adds missing cells, if their word is reported. */
  add(cell: string, count: number): void {
    const word = cell.trim()
    if (word === codeLike) this.codes += count
    if (!this.#reported.includes(word)) return
    this.#words.add(word)
    this.#count += count
  }

  /** These words and others with their counts; `null` if there are none. */
  together(others: ReadonlyMap<string, number> = new Map<string, number>()): MissingCells | null {
    const words = [...this.#words, ...others.keys()]
    const count = [...others.values()].reduce((sum, count) => sum + count, this.#count)
    return count > 0 ? { words, count } : null
  }
}

/** Parts of the world of which NA, North America, is another. */
const regions = new Set(['EMEA', 'APAC', 'LATAM', 'AMER'])

/** Whether NA among levels may be a code as they are, of two capitals each, such as MI and RM, or beside EMEA. */
export function areCodes(levels: readonly (string | null)[]): boolean {
  const codes = levels.filter((level) => level !== null)
  if (codes.some((code) => regions.has(code.trim()))) return true
  return codes.length >= fewestCodes && codes.every((code) => /^\s*[A-Z]{2}\s*$/.test(code))
}
