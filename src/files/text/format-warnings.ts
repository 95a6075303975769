import { firstFew, queryWarning } from '#core'
import { parseCell } from '../cells/cell-format.ts'
import type { Warning } from '#core'
import { parseFormattedNumber } from '../cells/formatted-numbers.ts'
import { parseNotation } from '../cells/number-notations.ts'
import type { ColumnReader } from './column-reader.ts'
import { coinsText } from './coin-texts.ts'
import { dateWarnings } from './date-warnings.ts'
import { entityWarnings } from './entity-warnings.ts'
import type { FileMarks } from './file-marks.ts'
import { kindsOf, warningTexts } from './format-kinds.ts'
import type { WarningKind } from './format-kinds.ts'
import { letteredWarnings } from './lettered-warnings.ts'
import { wordsBeside } from './format-queries.ts'
import type { WarningText } from './format-queries.ts'
import { severalTexts } from './several-numbers.ts'
import { warningWithZeros } from './zero-queries.ts'

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5

/**
 * Warnings about the formats of columns: one for all columns read in the same way, each with an example cell.
 */
export function formatWarnings(readers: readonly ColumnReader[], marks: FileMarks): Warning[] {
  const readersByKind = new Map<WarningKind, ColumnReader[]>()
  for (const reader of readers)
    for (const kind of kindsOf(reader, marks))
      readersByKind.set(kind, [...(readersByKind.get(kind) ?? []), reader])
  const warnings = [...readersByKind].map(([kind, readers]): Warning => {
    const { code, start, end, mend, query, counts }: WarningText = warningTexts[kind]
    const shown = firstFew(
      readers.map((reader) => `${reader.name} (${exampleOf(reader, kind)})`),
      mostNamed,
    )
    const columns = readers.map(({ name }) => name)
    const why = `${start}: ${shown}`
    if (query && counts) return warningWithZeros({ code, end, query }, readers, why)
    if (query) return queryWarning({ code, columns, why, query: query(readers) }, end)
    const remedy = mend?.(readers, marks)
    const what = remedy ? `${end} ${remedy.option}` : end
    return { code, columns, message: `${why}${what === '' ? '' : `; ${what}`}`, ...(remedy && { remedy }) }
  })
  return [...warnings, ...dateWarnings(readers), ...letteredWarnings(readers), ...entityWarnings(readers)]
}

/** Kinds beside which words may stand. */
const measures: ReadonlySet<WarningKind> = new Set<WarningKind>([
  'clock-lengths',
  'periods',
  'weeks-and-days',
  'minutes-and-seconds',
  'feet-and-inches',
  'stones-and-pounds',
  'marked-numbers',
])

/** The other texts of a column of measures, with their counts where these are known. */
function othersOf({ texts, knownTexts }: ColumnReader): string {
  const { few } = texts!.others
  if (few) return [...few].map(([text, count]) => `; ${JSON.stringify(text)} ${count}×`).join('')
  const isRead = (text: string) => parseFormattedNumber(text) !== null || parseNotation(text) !== null
  const others = new Set(knownTexts.flatMap((text) => (text === null || isRead(text) ? [] : [text.trim()])))
  const shown = [...others].slice(0, mostNamed).map((text) => `; ${JSON.stringify(text)}`)
  return `${shown.join('')}${others.size > mostNamed || others.size === 0 ? '; other texts too' : ''}`
}

/** A cell with a decimal point, one with a decimal comma, and one whose mark may separate thousands. */
function exampleOfMarks({ knownTexts, detected, texts }: ColumnReader): string {
  const cells = [/\d\.\d/, /\d,\d/].map((mark) => knownTexts.find((text) => text !== null && mark.test(text)))
  const { example } = texts!.marksIf(true)
  const doubtful = example === '' ? [] : [`${example}, which may have a thousands separator`]
  return [...cells.map((text) => text?.trim() ?? detected.example), ...doubtful].join('; ')
}

/** A cell, and the number it was read as; or the units of the column. */
function exampleOf(reader: ColumnReader, kind: WarningKind): string {
  const { detected, texts } = reader
  const { affixes, ranges } = texts!
  const { format, example, swapped } = detected
  if (swapped) return `${swapped.date}, ${swapped.text}`
  const readAs = (cell: string, unit = '') => {
    const shown = JSON.stringify(cell).slice(1, -1)
    return format && !('time' in format) ? `${shown} is ${parseCell(cell, format)}${unit}` : shown
  }
  if (kind === 'few-leading-zeros') return readAs(detected.padded!)
  if (kind === 'coins') return coinsText.shown!(reader).join('; ')
  if (kind === 'both-marks' || kind === 'grouped-marks') return exampleOfMarks(reader)
  if (kind === 'remarks') return affixes.unitExample('') ?? example
  if (kind === 'flags' || kind === 'left-flags')
    return `${readAs(affixes.unitExample('') ?? example)}; ${affixes.shownUnits}`
  if (
    kind === 'mixed-units' ||
    kind === 'divided-units' ||
    kind === 'temperatures' ||
    kind === 'haemoglobin' ||
    kind === 'debits' ||
    kind === 'partly-units' ||
    kind === 'unlike-units' ||
    kind === 'percent-and-parts' ||
    kind === 'percent-and-more'
  )
    return affixes.shownUnits
  if (kind === 'converted-units' || kind === 'named-units') {
    const to = format && 'unit' in format ? format.unit : ''
    return `${affixes.shownUnits}; ${readAs(affixes.unitExample(to) ?? example, ` ${to}`)}`
  }
  if (kind === 'multipliers') return readAs(affixes.multiplierExample ?? example)
  if (kind === 'minus-signs')
    return [...affixes.styleExamples.values()].map((cell) => readAs(cell)).join(', ')
  if (kind === 'censored' || kind === 'above-limits')
    return [...affixes.boundExamples]
      .map(([bound, cell]) => `${readAs(cell)}, ${affixes.bounds[bound]}×`)
      .join('; ')
  if (kind === 'damaged-ranges')
    return `${readAs(example)}; ${ranges.damaged!.example} was ${ranges.damaged!.range}, ${ranges.damaged!.cells}×`
  if (kind in severalTexts) return [readAs(example), ...wordsBeside(reader, [])].join('; ')
  if (measures.has(kind)) return `${readAs(example)}${othersOf(reader)}`
  if (kind === 'ranges') {
    const ends = ranges.areMarksDecided ? ` from ${ranges.exampleEnds.join(' to ')}` : ''
    const open = ranges.openExample
    if (!open) return `${readAs(example)}${ends}`
    const start = open.text === example ? '' : `${readAs(example)}${ends}; `
    return `${start}${readAs(open.text)} is ${open.value}`
  }
  return readAs(example)
}
