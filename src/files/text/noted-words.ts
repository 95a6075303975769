import { firstFew } from '#core'
import type { Warning } from '#core'

/** The kernels tell so many words apart, but for the last, which is that of all others. */
const bits = 32

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
  const keep = 'to keep some of them, list the words that are missing: --missing-words NA,null'
  const message = `words read as missing: ${firstFew(shown, mostNamed)}; ${keep}`
  return [{ code: 'missing-words', columns: found.map(({ name }) => name), message }]
}
