import { queryColumn } from '#core'
import { captured, literal, numberWith, plainNumber, valueWith, whereMatches } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { marksOf, sampleOf } from './sampled-texts.ts'
import { partingQuery } from './several-numbers.ts'

/* Several numbers in a cell, or one with signs, in shapes of their own. */

/** 1.234 may be a thousand and more. */
const number = `[-+−]?${plainNumber}`
const fewest = 3

/** Whether a pattern has all texts with a digit, and at least so many different ones. */
function allHave(reader: ColumnReader, pattern: RegExp, least = fewest): readonly RegExpExecArray[] | null {
  const texts = sampleOf(reader)?.withDigits ?? []
  const found = texts.map((text) => pattern.exec(text))
  return texts.length >= least && !found.includes(null) ? (found as RegExpExecArray[]) : null
}

/** 34/28/31/34: four numbers and more, which are no date. */
const [fewestInRow, mostInRow] = [4, 8]
const inRow = new RegExp(String.raw`^${number}(?: ?\/ ?${number}){${fewestInRow - 1},${mostInRow - 1}}$`)

function countInRow(reader: ColumnReader): number | null {
  const found = allHave(reader, inRow)
  const counts = new Set(found?.map(([text]) => text.split('/').length))
  return counts.size === 1 ? [...counts][0] : null
}

/** 842.3 [758, 943], 1.2 (0.9–1.6), 0.5 (0.2 to 0.8): an estimate with the ends of an interval. */
function intervalWith(one: string): RegExp {
  const between = '(?:[,;] ?| ?[–—] ?| - | to | bis | a | à |-)'
  const level = String.raw`(?:\d\d ?% ?(?:ci|ki|ic)[:,]? ?)?`
  return new RegExp(String.raw`^(${one}) ?[(\[]${level}(${one})${between}(${one})[)\]]$`, 'i')
}

const interval = intervalWith(String.raw`[-+−]?\d+(?:[.,]\d+)?`)

function intervalMark(reader: ColumnReader): { readonly mark: '.' | ',' | null } | null {
  const found = allHave(reader, interval)
  const marks =
    found &&
    marksOf(
      found.flatMap(([, ...parts]) => parts),
      reader,
    )
  if (!found || !marks || marks.areGuessed) return null
  const values = found.map(([, ...parts]) =>
    parts.map((part) => Number(part.replace(/[−]/, '-').replace(',', '.'))),
  )
  return values.every(([value, low, high]) => low <= value && value <= high) ? { mark: marks.mark } : null
}

/** 066/86: the direction and the dip of a plane, in degrees. */
const direction = /^([0-2]\d\d|3[0-5]\d|360)\/([0-8]\d|90)(?: ?°?(?:[NSEW]{1,2}))?$/

/** -14d40m58s, +05h12m07.3s with a sign. */
const degrees = /^([-+−])?(\d{1,3})d ?([0-5]?\d)[m'′](?: ?([0-5]?\d(?:\.\d+)?)(?:s|"|″|''))?$/i

/** 4:31/km, 4:31 min/km, 8:02 /mi: the time for a length. */
function paceFor(length: string): RegExp {
  return new RegExp(
    String.raw`^(\d{1,2}):([0-5]\d(?:[.,]\d{1,2})?) ?(?:min ?)?(?:\/|per ) ?(${length})$`,
    'i',
  )
}

const pace = paceFor('km|mi|mile|100 ?m|500 ?m')

/** The length that all times are for; `null` if they are something else, or for several. */
function lengthOf(reader: ColumnReader): string | null {
  const lengths = new Set(allHave(reader, pace)?.map((found) => found[3].toLowerCase()))
  return lengths.size === 1 ? [...lengths][0] : null
}

/** ▲26, ▼40 and =; up 3, down 2 */
const rise = new RegExp(String.raw`^(?:▲|△|↑|⬆|↗|up|\+) ?(${plainNumber}) ?(%?)$`, 'iu')
const fall = new RegExp(String.raw`^(?:▼|▽|↓|⬇|↘|down|[-−–]) ?(${plainNumber}) ?(%?)$`, 'iu')
const same = /^(?:=|→|↔|◄►|0|same|unchanged)$/iu

function areMoves(reader: ColumnReader): boolean {
  const { withDigits = [], words = [] } = sampleOf(reader) ?? {}
  const isMove = (text: string) => rise.test(text) || fall.test(text) || same.test(text)
  const isEach = [/^[▲△↑⬆↗u]/iu, /^[▼▽↓⬇↘d]/iu].every((sign) => withDigits.some((text) => sign.test(text)))
  const percents = new Set(withDigits.flatMap((text) => (rise.exec(text) ?? fall.exec(text))?.[2] ?? []))
  const areMoves = [...withDigits, ...words].every(isMove)
  return isEach && withDigits.length >= fewest && areMoves && percents.size === 1
}

/** A pattern of moves with a sign of percent as in the first one, or without. */
function movesAs(reader: ColumnReader, pattern: RegExp): RegExp {
  const isPercent = sampleOf(reader)!.withDigits.some((text) => text.endsWith('%'))
  return new RegExp(pattern.source.replace('(%?)', isPercent ? '%' : ''), pattern.flags)
}

/** SE9, NNW 12 kt, calm: where wind comes from, and its force or speed. */
const side = '(?:[NSEWO]|[NS][EWO]|(?:NN|EN|ES|SS|WS|WN|ON|OS)[EWO]|VRB|VAR)'
function windIn(unit: string): RegExp {
  return new RegExp(String.raw`^(${side}) ?(\d{1,3}(?:[.,]\d)?) ?(${unit})$`, 'i')
}

const wind = windIn(String.raw`(?:bft|kts?|kn|km\/h|mph|m\/s)?`)
const ofWind = /wind|vent|vient|vind/i
const calm = /^(?:calm|windstill|calme|calma|still)$/i

/** The unit of the forces of winds, which may be none; `null` if texts are something else, or in several. */
function unitOfWinds(reader: ColumnReader): string | null {
  const found = allHave(reader, wind, 5)
  const sides = new Set(found?.map(([, side]) => side.toUpperCase()))
  const units = new Set(found?.map((one) => one[3].toLowerCase()))
  const [unit] = units
  // Districts such as SE9 and NW1 have no word for a calm.
  const isSure =
    unit !== '' ||
    ofWind.test(reader.name) ||
    [...sides].some((one) => one.length > 2) ||
    sampleOf(reader)!.words.some((word) => calm.test(word))
  if (units.size !== 1 || !isSure) return null
  // Seats and codes have other letters, and those of a single side are degrees.
  const starts = new Set([...sides].map((one) => one[0]))
  return sides.size >= 4 && starts.size > 2 ? unit : null
}

/** 19:1, >20:1, 95:5, 1:128: how much of one there is for so much of another. */
const ratio = new RegExp(`^[<>≤≥]? ?(${plainNumber}) ?: ?(${plainNumber})$`)

/** Steps of a dilution below 1:100, each half of the one before. */
const dilutions = [1, 2, 4, 8, 16, 32, 64]

function areRatios(reader: ColumnReader): boolean {
  const found = allHave(reader, ratio, 4)
  if (!found) return false
  const sides = [1, 2].map((group) => found.map((one) => Number(one[group].replace(',', '.'))))
  const areOne = (place: number) => sides[place].every((value) => value === 1)
  const sums = new Set(found.map((_, i) => sides[0][i] + sides[1][i]))
  // Of 1:2, 1:3 and so on it is not clear what they are.
  const areSteps = sides[1].every((value) => value >= 100 || dilutions.includes(value))
  return (areOne(0) && areSteps) || areOne(1) || (sums.size === 1 && (sums.has(100) || sums.has(10)))
}

const missing = 'with other cells missing, say'

/** Numbers in shapes of their own, with the queries that read them. */
export const shapedNumbers: readonly LetteredText[] = [
  {
    code: 'doubtful-numbers',
    start: 'several numbers with slashes between them, read as categorical',
    end: `for each of them, ${missing}`,
    are: (_, reader) => countInRow(reader) !== null,
    mayBeMixed: true,
    query: (readers) =>
      partingQuery(readers, (reader) => {
        const count = countInRow(reader)!
        const pattern = new RegExp(`^${Array.from({ length: count }, () => `(${number})`).join(' ?/ ?')}$`)
        const column = queryColumn(reader.name)
        return Array.from({ length: count }, (_, i) => valueWith(null, captured(column, pattern, i + 1)))
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'numbers with an interval in brackets, read as categorical',
    end: `for the number and both ends, ${missing}`,
    are: (_, reader) => intervalMark(reader) !== null,
    mayBeMixed: true,
    query: (readers) =>
      partingQuery(readers, (reader) => {
        const { mark } = intervalMark(reader)!
        const column = queryColumn(reader.name)
        const pattern = intervalWith(`[-+−]?${mark === null ? plainNumber : numberWith(mark)}`)
        return [1, 2, 3].map((group) => valueWith(mark, captured(column, pattern, group)))
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'directions and dips in degrees, read as categorical',
    end: `for both, ${missing}`,
    are: (_, reader) => {
      const found = allHave(reader, direction, 4)
      return found?.some(([, a]) => a.startsWith('0')) ?? false
    },
    mayBeMixed: true,
    query: (readers) =>
      partingQuery(readers, ({ name }) =>
        [1, 2].map((group) => valueWith(null, captured(queryColumn(name), direction, group))),
      ),
  },
  {
    code: 'doubtful-numbers',
    start: 'degrees with minutes and seconds, read as categorical',
    end: `for the degrees, ${missing}`,
    are: (_, reader) => allHave(reader, degrees)?.some(([, sign]) => sign !== undefined) ?? false,
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const [a, b, c] = [2, 3, 4].map(
          (group) => `coalesce(TRY_CAST(${captured(column, degrees, group)} AS DOUBLE), 0)`,
        )
        const sign = `CASE WHEN ${captured(column, degrees)} IN ('-', '−') THEN -1 ELSE 1 END`
        return whereMatches(column, degrees, `${sign} * (${a} + ${b} / 60 + ${c} / 3600)`)
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'times for a length, read as categorical',
    end: `for their seconds, ${missing}`,
    are: (_, reader) => lengthOf(reader) !== null,
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const pattern = paceFor(literal(lengthOf(reader)!))
        const [minutes, seconds] = [1, 2].map((group) => valueWith(null, captured(column, pattern, group)))
        return `60 * ${minutes} + ${seconds}`
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'rises and falls by a sign, read as categorical',
    end: `for numbers, falls below 0, ${missing}`,
    are: (_, reader) => areMoves(reader),
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const [up, down] = [rise, fall].map((pattern) =>
          valueWith(null, captured(column, movesAs(reader, pattern))),
        )
        return `coalesce(${up}, -${down}, ${whereMatches(column, same, '0')})`
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'directions of the wind with its force, read as categorical',
    end: `for both in columns of their own, ${missing}`,
    are: (_, reader) => unitOfWinds(reader) !== null,
    mayBeMixed: true,
    query: (readers) => {
      const names = readers.map(({ name }) => queryColumn(name))
      const parts = readers.flatMap((reader) => {
        const { name } = reader
        const column = queryColumn(name)
        const pattern = windIn(literal(unitOfWinds(reader)!))
        const from = `nullif(upper(${captured(column, pattern)}), '')`
        const force = `coalesce(${valueWith(null, captured(column, pattern, 2))}, ${whereMatches(column, calm, '0')})`
        return [
          `coalesce(${from}, ${whereMatches(column, calm, `'calm'`)}) AS ${queryColumn(`${name}_1`)}`,
          `${force} AS ${queryColumn(`${name}_2`)}`,
        ]
      })
      return `SELECT * EXCLUDE (${names.join(', ')}), ${parts.join(', ')} FROM data`
    },
  },
  {
    code: 'doubtful-numbers',
    start: 'ratios of two numbers, read as categorical',
    end: `for the first divided by the second, limits as they stand, ${missing}`,
    are: (_, reader) => areRatios(reader),
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const [a, b] = [1, 2].map((group) => valueWith(null, captured(column, ratio, group)))
        return `${a} / nullif(${b}, 0)`
      }),
  },
]
