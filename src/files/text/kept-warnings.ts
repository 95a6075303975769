import { firstFew, plainWords } from '#core'
import type { Warning } from '#core'
import type { Foot } from './foot.ts'

/** A message names at most this many columns. */
const mostNamed = 5

/**
 * The warnings of columns beside which others say no more: not those about words of a foot, nor about cells that a
 * query of others reads. Of words that are offered as missing they say which other columns have them.
 */
export function keptWarnings(
  ofColumns: readonly Warning[],
  ofFormats: readonly Warning[],
  foot: Foot | null,
  readers: readonly ColumnOfTexts[],
): readonly Warning[] {
  const kept = ofColumns.filter((warning) => !isAboutFoot(warning, foot) && !isReadBy(warning, ofFormats))
  return withOtherColumns(kept, readers)
}

/** Whether a warning is only about words of totals and notes, which leave with their rows. */
function isAboutFoot({ remedy }: Warning, foot: Foot | null): boolean {
  const words = remedy?.set.missingWords?.map((word) => word.replace(/^\+/, ''))
  if (!foot || !words) return false
  return words.every((word) => foot.totals.includes(word) || foot.notes.includes(word))
}

/** Whether a warning only says that some cells of a column are no numbers, all of which a query reads. */
function isReadBy({ code, column, remedy, query }: Warning, ofFormats: readonly Warning[]): boolean {
  if (code !== 'mixed-types' || column === undefined || remedy || query !== undefined) return false
  return ofFormats.some(({ columns, query }) => query !== undefined && columns?.includes(column))
}

interface ColumnOfTexts {
  readonly name: string
  readonly isNumeric: boolean
  readonly knownTexts: readonly (string | null)[]
}

/**
 * Warnings of columns, where those that offer words as missing values say which other columns have one too: words
 * are missing in all columns.
 */
function withOtherColumns(
  warnings: readonly Warning[],
  readers: readonly ColumnOfTexts[],
): readonly Warning[] {
  // Where the words are beside numbers too, that is warned of.
  const mixed = new Set(warnings.flatMap(({ code, column }) => (code === 'mixed-types' ? column! : [])))
  const levels = readers.filter(({ name, isNumeric }) => !isNumeric && !mixed.has(name))
  return warnings.map((warning) => {
    const { code, message, remedy: mend } = warning
    if (code !== 'mixed-types' || !mend?.set.missingWords) return warning
    const words = new Set(plainWords(mend.set.missingWords))
    const others = levels.filter(({ knownTexts }) =>
      knownTexts.some((text) => text !== null && words.has(text.trim())),
    )
    if (others.length === 0) return warning
    const names = firstFew(
      others.map(({ name }) => name),
      mostNamed,
    )
    const what = words.size > 1 ? 'some of them' : 'it'
    const too = ` (it acts on all columns, and ${names} ${others.length > 1 ? 'have' : 'has'} ${what} too)`
    return { ...warning, message: `${message}${too}`, remedy: { ...mend, why: `${mend.why}${too}` } }
  })
}
