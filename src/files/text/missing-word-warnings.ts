import { firstFew, remedy } from '#core'
import type { Warning } from '#core'
import type { MissingWords } from '../cells/missing-words.ts'
import { codeLike } from './noted-words.ts'
import type { MissingCells } from './noted-words.ts'

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5

interface ColumnOfWords {
  readonly name: string
  readonly missingCells: MissingCells | null
}

/**
 * The warning about words that were read as missing values, for all columns; `everywhere`: those that are
 * missing whatever a column is.
 */
export function missingWordsWarnings(
  readers: readonly ColumnOfWords[],
  { silent: everywhere, reported }: Pick<MissingWords, 'silent' | 'reported'>,
): Warning[] {
  const found = readers.flatMap(({ name, missingCells }) => (missingCells ? [{ name, ...missingCells }] : []))
  if (found.length === 0) return []
  const shown = found.map(({ name, words, count }) => {
    const listed = firstFew(
      words.map((word) => JSON.stringify(word)),
      mostNamed,
    )
    return `${name} (${count} cells: ${listed})`
  })
  const ways = [keptInColumn(found, reported), keptEverywhere(found, everywhere, reported)]
  const keeping = ways.filter((way) => way !== null).join('; ')
  const message = `words read as missing: ${firstFew(shown, mostNamed)}; ${keeping}`
  return [{ code: 'missing-words', columns: found.map(({ name }) => name), message }]
}

type ColumnFound = MissingCells & { readonly name: string }

/** How to keep words that are missing only among numbers, dates and times: as levels of a column of texts. */
function keptInColumn(found: readonly ColumnFound[], reported: readonly string[]): string | null {
  const columns = found.filter(({ words }) => words.some((word) => !reported.includes(word)))
  if (columns.length === 0) return null
  const [word] = columns[0].words.filter((one) => !reported.includes(one))
  const types = Object.fromEntries(columns.map(({ name }) => [name, 'categorical' as const]))
  return `if ${JSON.stringify(word)} ${columns.length > 1 ? 'and the like are levels' : 'is a level'}, read the column as levels: ${remedy({ types }, '', null).option}`
}

/**
 * How to keep a word that is missing in every column: words that are listed take the place of the usual ones,
 * so all others are listed.
 */
function keptEverywhere(
  found: readonly ColumnFound[],
  everywhere: readonly string[],
  reported: readonly string[],
): string | null {
  const [word, ...others] = new Set(found.flatMap(({ words }) => words))
  const kept = [word, ...others].find((one) => reported.includes(one))
  if (kept === undefined) return null
  const rest = [...everywhere, word, ...others].filter((one) => one !== '' && one !== kept)
  const { option } = remedy({ missingWords: [...new Set(rest)] }, '', null)
  return `if ${JSON.stringify(kept)} is a value, say which words are missing instead, here all others: ${option}`
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
