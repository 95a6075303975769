import { boundBefore } from '../cells/bound-words.ts'
import { mayBeNone } from '../cells/none-words.ts'
import { currencyNamed, unitNamed } from '../cells/number-units.ts'
import { captured, literal, numberWith, valueWith } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { areStepsWithLabels } from './labelled-steps.ts'
import { marksOf, sampleOf } from './sampled-texts.ts'

/* Numbers with words around them: the same in all cells, a remark or a flag in some, or whatever people say. */

/** The digits of a number with its marks. */
export const digits = String.raw`\d(?:[\d.,'’\u00a0\u202f ]*\d)?`
const around = new RegExp(
  String.raw`^(?<before>\D*?)(?<number>(?<![\p{L}\d])[-+−]?${digits})(?<after>\D*)$`,
  'u',
)
/** Fewer different numbers may be names. */
const fewestNumbers = 3
const [firstYear, lastYear] = [1800, 2100]
const aYear = /^\d{4}$/
/** Words that number what has no order. */
export const ofCodes =
  /(?:#|№|§|\bn[ro°º]\.?|\bnum(?:ber|éro|ero)?\.?|\bid|\bver(?:sion)?\.?|\brel(?:ease)?\.?|\bchapter|\bsection|\bkapitel|\bart(?:icle|ikel)?\.?|\bap(?:t|artment)\.?|\bflat|\bsuite|\broom|\broute|\bdewey|\b[du]dc|\bwindows|[-_/:])\s*$/iu
/** What turns the sign of a number, or makes a limit of it. */
export const turned =
  /(?:^|[^\p{L}])(?:minus|negativ\p{L}*|neg\.?|loss|debit|dr|cr|limit|less|more|below|above|under|over)(?:$|[^\p{L}])/iu

/** A number of a cell with what stands around it. */
interface Worded {
  readonly before: string
  readonly number: string
  readonly after: string
}

/** The words around all numbers of a column: those behind a 1 may have another form. */
interface SharedWords {
  readonly before: string
  readonly afters: readonly string[]
  readonly marks: NonNullable<ReturnType<typeof marksOf>>
  readonly nones: readonly string[]
}

function worded(text: string): Worded | null {
  const found = around.exec(text)?.groups as Worded | undefined
  return found ?? null
}

/** The words that all numbers of a column have around them; `null` if they have none, or may be codes. */
function sharedWords(reader: ColumnReader): SharedWords | null {
  const sample = sampleOf(reader)
  const found = sample?.withDigits.map(worded)
  if (!sample || !found || found.includes(null)) return null
  const all = found as readonly Worded[]
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
  const [{ before }] = all
  const isOne = ({ number }: Worded) => /^[-+−]?1(?:[.,]0+)?$/.test(number)
  const ends = [...new Set(all.filter((one) => !isOne(one)).map(({ after }) => plain(after)))]
  const ofOne = [...new Set(all.filter(isOne).map(({ after }) => plain(after)))]
  const areSame =
    all.every((one) => plain(one.before) === plain(before)) && ends.length === 1 && ofOne.length <= 1
  const marks = marksOf(
    all.map(({ number }) => number),
    reader,
  )
  if (!areSame || !marks || !areAmounts(all, ends[0])) return null
  const nones = sample.words.filter(mayBeNone)
  // Numbers with a unit alone are read; a word such as kein beside few of them is not.
  const areNones = ends[0] !== '' && nones.length > 0 && nones.length === sample.words.length
  if ((plain(before) === '' && !areNones) || isSentence(`${before} ${ends[0]}`)) return null
  if (turned.test(`${before} ${ends[0]}`) || boundBefore(before).bound !== '') return null
  return { before: before.trim(), afters: [...new Set(all.map(({ after }) => after.trim()))], marks, nones }
}

/** Longer words around a number are those of a text. */
const mostAround = 3

function isSentence(words: string): boolean {
  return words.trim().split(/\s+/).length > mostAround
}

/** Whether numbers behind words are amounts or years rather than codes. */
function areAmounts(all: readonly Worded[], end: string): boolean {
  const numbers = all.map(({ number }) => number)
  const before = all[0].before.trim()
  if (new Set(numbers).size < fewestNumbers || numbers.some((number) => /^0\d/.test(number))) return false
  if (before !== '' && (ofCodes.test(before) || !/[\p{L}\])]/u.test(before))) return false
  const named = (word: string) => (unitNamed(word) ?? currencyNamed(word)) !== undefined
  // A letter may number versions and the like.
  const isUnit = named(end) || (before.length > 1 && named(before))
  // A single letter begins codes such as F 32.1.
  const areMarked =
    numbers.some((number) => /\d[.,' ]\d/.test(number)) && !areVersions(numbers) && !/^[A-Z]$/.test(before)
  const areYears = numbers.every(
    (number) => aYear.test(number) && Number(number) >= firstYear && Number(number) <= lastYear,
  )
  const areCounted = end !== '' && /\p{L}/u.test(end)
  return isUnit || areMarked || areYears || areCounted
}

/** Whether numbers count on behind the point, as in 3.9, 3.10 and 3.11: 3.10 is no 3.1. */
function areVersions(numbers: readonly string[]): boolean {
  const decimals = numbers.map((number) => /[.,](\d+)$/.exec(number)?.[1] ?? '').filter((part) => part !== '')
  const longest = Math.max(0, ...decimals.map((part) => part.length))
  return (
    decimals.some((part) => part.length < longest) &&
    decimals.some((part) => part.length === longest && part.endsWith('0'))
  )
}

function sharedQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, reader) => {
    const { before, afters, marks } = sharedWords(reader)!
    const end = afters.map(literal).join('|')
    const pattern = new RegExp(
      String.raw`^${literal(before)}\s?([-+−]?${numberWith(marks.mark)})\s?(?:${end})$`,
      'i',
    )
    return valueWith(marks.mark, captured(column, pattern))
  })
}

/** 76% (isol.), 10 (promoter): what a remark in brackets stands behind. */
const remarked = new RegExp(
  String.raw`^(?<number>[-+−]?${digits})\s?(?<unit>[%‰°\p{Sc}\p{L}/µ]*)\s?[(\[](?<remark>[^()\[\]]*)[)\]]\.?$`,
  'u',
)
/** 11,4 ↑, 37.8 g†, 13.50: and 5.2 (H) */
const flag = String.raw`(?:[↑↓▲▼⬆⬇†‡§¶*:?!^]{1,3}|\([HLhl*!?]{1,2}\))`
const flagged = new RegExp(
  String.raw`^(?<bound>[<>≤≥]\s?)?(?<number>[-+−]?${digits})\s?(?<unit>[%‰°\p{Sc}\p{L}/µ]*?)\s?(?<flag>${flag})?$`,
  'u',
)

/** How some numbers of a column are marked, all in one unit or without. */
interface Marked {
  readonly units: readonly string[]
  readonly mark: '.' | ',' | null
}

/** Whether some numbers have a remark in brackets behind them, with the unit of all; `null` if none has. */
export function remarks(reader: ColumnReader): Marked | null {
  const found = markedBy(reader, (text) => remarked.exec(text)?.groups ?? null)
  if (!found || areStepsWithLabels(sampleOf(reader)!.withDigits)) return null
  const notes = found.marked.map(({ remark }) => remark)
  // A letter in brackets behind some of the numbers is a mark, whatever unit it may be elsewhere.
  const areFew = notes.length * 2 < found.all
  const areWords = notes.every(
    (note) =>
      /\p{L}/u.test(note) &&
      ((areFew && /^\p{L}$/u.test(note)) || unitNamed(note) === undefined) &&
      currencyNamed(note) === undefined &&
      !turned.test(note),
  )
  return areWords && (notes.length < found.all || new Set(notes).size > 1) ? found : null
}

function flags(reader: ColumnReader): Marked | null {
  const found = markedBy(reader, (text) => {
    const groups = flagged.exec(text)?.groups
    return groups?.['flag'] === undefined && groups?.['bound'] === undefined ? null : groups
  })
  // A single mark behind all numbers is something else, and so is one behind whole numbers: 12: and 3!
  const areMeasured = found?.marked.some(({ flag, number }) => flag !== undefined && /[.,]/.test(number))
  return found && areMeasured && found.marked.length < found.all ? found : null
}

/** What is marked of the numbers of a column, all of them in one unit or none. */
function markedBy(
  reader: ColumnReader,
  partsOf: (text: string) => Readonly<Record<string, string>> | null,
): (Marked & { readonly marked: readonly Readonly<Record<string, string>>[]; readonly all: number }) | null {
  const sample = sampleOf(reader)
  if (!sample) return null
  const marked = sample.withDigits.map(partsOf).filter((parts) => parts !== null)
  const others = sample.withDigits.filter((text) => partsOf(text) === null).map(worded)
  if (marked.length === 0 || others.some((one) => one === null || one.before !== '')) return null
  const units = [...new Set([...marked.map(({ unit }) => unit), ...others.map((one) => one!.after.trim())])]
  const named = units.map((unit) => (unit === '' ? '' : (unitNamed(unit) ?? currencyNamed(unit))))
  const marks = marksOf([...marked.map(({ number }) => number), ...others.map((one) => one!.number)], reader)
  const areOne = named.every((unit) => unit !== undefined) && new Set(named).size === 1
  if (!areOne || !marks || marks.areGuessed) return null
  return { units, mark: marks.mark, marked, all: sample.withDigits.length }
}

function unitPattern(units: readonly string[]): string {
  return String.raw`\s?(?:${units.map(literal).join('|')})\s?`
}

const start = 'numbers with the same words around them'
const readAs = 'read as categorical'
const missing = 'with other cells missing, say'

/** What is said of numbers with remarks behind them, which may look like units. */
export const remarksText: LetteredText = {
  code: 'doubtful-numbers',
  counts: true,
  start: `numbers of which some have a remark in brackets, ${readAs}`,
  end: `for the numbers, ${missing}`,
  are: (_, reader) => remarks(reader) !== null,
  mayBeMixed: true,
  query: remarkQuery,
}

/** Numbers with words, remarks or flags around them, with the queries that read them. */
export const wordedNumbers: readonly LetteredText[] = [
  {
    code: 'doubtful-numbers',
    start: `${start}, ${readAs}`,
    end: `for the numbers, ${missing}`,
    are: (_, reader) => {
      const shared = sharedWords(reader)
      return shared !== null && !shared.marks.areGuessed && shared.nones.length === 0
    },
    mayBeMixed: true,
    query: sharedQuery,
  },
  {
    code: 'doubtful-numbers',
    counts: true,
    start: `${start} beside a word that may mean 0, ${readAs}`,
    end: `for the numbers, ${missing}`,
    are: (_, reader) => {
      const shared = sharedWords(reader)
      return shared !== null && !shared.marks.areGuessed
    },
    mayBeMixed: true,
    query: sharedQuery,
  },
  {
    code: 'doubtful-numbers',
    start: `${start}, whose mark may separate thousands, ${readAs}`,
    end: `if it does, for the numbers, ${missing}`,
    are: (_, reader) => sharedWords(reader) !== null,
    mayBeMixed: true,
    query: sharedQuery,
  },
  remarksText,
  {
    code: 'doubtful-numbers',
    start: `numbers of which some have a flag, ${readAs}`,
    end: `for the numbers, half of a limit such as <5, ${missing}`,
    are: (_, reader) => flags(reader) !== null,
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const { units, mark } = flags(reader)!
        const pattern = new RegExp(
          String.raw`^([<≤])?[>≥]?\s?([-+−]?${numberWith(mark)})${unitPattern(units)}${flag}?$`,
        )
        const value = valueWith(mark, captured(column, pattern, 2))
        return `${value} * CASE WHEN ${captured(column, pattern)} = '' THEN 1 ELSE 0.5 END`
      }),
  },
]

/** A query that reads numbers of which some have a remark behind them. */
function remarkQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, reader) => {
    const { units, mark } = remarks(reader)!
    const pattern = new RegExp(
      String.raw`^([-+−]?${numberWith(mark)})${unitPattern(units)}(?:[(\[][^()\[\]]*[)\]]\.?)?$`,
    )
    return valueWith(mark, captured(column, pattern))
  })
}
