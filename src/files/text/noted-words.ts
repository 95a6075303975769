import { firstFew, remedy } from '#core'
import type { Warning } from '#core'

/** The kernels tell so many words apart, but for the last, which is that of all others. */
const bits = 32
/** A word for missing that is also a code, such as that of Naples or Namibia. */
const codeLike = 'NA'
const fewestCodes = 3

/** The words of missing cells of a column, and how many cells they are. */
interface MissingCells {
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

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5

interface ColumnOfWords {
  readonly name: string
  readonly missingCells: MissingCells | null
}

/** The warning about words that were read as missing values, for all columns. */
export function missingWordsWarnings(readers: readonly ColumnOfWords[]): Warning[] {
  const found = readers.flatMap(({ name, missingCells }) => (missingCells ? [{ name, ...missingCells }] : []))
  if (found.length === 0) return []
  const shown = found.map(({ name, words, count }) => {
    const listed = firstFew(
      words.map((word) => JSON.stringify(word)),
      mostNamed,
    )
    return `${name} (${count} cells: ${listed})`
  })
  const message = `words read as missing: ${firstFew(shown, mostNamed)}; ${keepingOf(found)}`
  return [{ code: 'missing-words', columns: found.map(({ name }) => name), message }]
}

/** How to keep the first word: words that are listed take the place of the usual ones, so the others are listed. */
function keepingOf(found: readonly MissingCells[]): string {
  const [word, ...others] = new Set(found.flatMap(({ words }) => words))
  const { option } = remedy({ missingWords: [codeLike, 'null', ...others] }, '', null)
  return `to keep ${JSON.stringify(word)}, list all words that are missing without it: ${option}`
}

/** Whether NA among levels may be a code as they are, of two capitals each, such as MI and RM. */
export function areCodes(levels: readonly (string | null)[]): boolean {
  const codes = levels.filter((level) => level !== null)
  return codes.length >= fewestCodes && codes.every((code) => /^\s*[A-Z]{2}\s*$/.test(code))
}

/** The warning about NA that may be a code. */
export function codeWordsWarnings(
  readers: readonly { readonly name: string; readonly missingCodes: number }[],
): Warning[] {
  const found = readers.filter(({ missingCodes }) => missingCodes > 0)
  if (found.length === 0) return []
  const shown = found.map(({ name, missingCodes }) => `${name} (${missingCodes} cells)`)
  const mend = remedy({ missingWords: ['null'] }, `${codeLike} may be a level`, null, true)
  const message = `${codeLike} is read as missing though it may be a code like the other levels: ${firstFew(shown, mostNamed)}; to keep it, list the words that are missing: ${mend.option}`
  return [{ code: 'missing-words', columns: found.map(({ name }) => name), message, remedy: mend }]
}
