import { firstFew, isCutShort } from '#core'
import type { Description, RankResult, SelectResult } from '#core'
import { dataLine } from './data-text.ts'
import { kindsText } from './description-text.ts'
import { evidenceText } from './evidence-text.ts'
import { doubtfulKinds, findingNotes } from './findings-text.ts'
import { counted } from './numbers.ts'
import { rankingRows } from './ranking-text.ts'
import { searchText, stopText } from './selection-notes.ts'
import { clean, dim, emphasise, shorten, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The most lines of a list of names, of scores and of findings. */
const [mostNameLines, mostScores, mostFindings] = [3, 5, 2]
const longestName = 40

/** The chosen columns and what held-out rows say of them, in at most ten lines of 80 characters. */
export function briefSelectionText(result: SelectResult, name: string, display: Display): string {
  const { selected, evidence } = result
  const names = selected.map((feature) => shorten(feature, longestName))
  const end = evidence && !isCutShort(result) ? evidenceText(result) : `stopped: ${stopText(result)}`
  return [
    dataLine(result.data, name, display),
    ...wrap(searchText(result), display.width),
    ...(names.length === 0 ? [] : namesWithin(names, display).map((line) => emphasise(line, display))),
    ...wrap(end, display.width),
  ].join('\n')
}

/** As many names as a few lines have room for, and how many others there are. */
function namesWithin(names: readonly string[], { width }: Display): readonly string[] {
  for (let count = names.length; count > 1; count--) {
    const lines = wrap(firstFew(names, count), width)
    if (lines.length <= mostNameLines) return lines
  }
  return wrap(firstFew(names, 1), width)
}

/** The best columns with their scores, and what to check first, in at most ten lines of 80 characters. */
export function briefRankingText(result: RankResult, name: string, display: Display): string {
  return [
    dataLine(result.data, name, display),
    ...rankingRows(result, { ...display, lines: mostScores }),
    ...firstFindings(findingNotes(result.columns, doubtfulKinds), display),
  ].join('\n')
}

/** The types of the columns, missing values and what to check first, in at most ten lines of 80 characters. */
export function briefDescriptionText(description: Description, name: string, display: Display): string {
  const { columns, data, spec } = description
  const missing = columns.filter((column) => column.missing > 0).sort((a, b) => b.missing - a.missing)
  const shares = missing.map((column) => `${clean(column.name)} ${counted(column.missing, 'row')}`)
  const notes = findingNotes(columns, undefined, spec.target !== null)
  return [
    dataLine(data, name, display),
    ...wrap(`columns: ${kindsText(columns)}`, display.width),
    ...wrap(
      missing.length === 0
        ? 'no value is missing'
        : `values are missing in ${counted(missing.length, 'column')}: ${firstFew(shares, 5)}`,
      display.width,
      '  ',
    ),
    ...firstFindings(notes, display),
  ].join('\n')
}

/** The gravest findings, a line each. */
function firstFindings(notes: readonly string[], display: Display): readonly string[] {
  const shown = notes.slice(0, mostFindings).map((note) => shorten(`to check: ${note}`, display.width))
  const rest = notes.length - shown.length
  return rest > 0 ? [...shown, dim(`and ${counted(rest, 'more kind')} of findings`, display)] : shown
}
