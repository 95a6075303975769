import { queryColumn } from '#core'
import { captured, valueWith, whereMatches } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { marksOf, sampleOf } from './sampled-texts.ts'
import { partingQuery } from './several-numbers.ts'

/* Several numbers in a cell, or one with signs, in shapes of their own. */

const number = String.raw`[-+−]?\d+(?:[.,]\d+)?`
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
const interval = new RegExp(
  String.raw`^(${number}) ?[(\[](?:\d\d ?% ?(?:ci|ki|ic)[:,]? ?)?(${number})(?:[,;] ?| ?[–—] ?| - | to | bis | a | à |-)(${number})[)\]]$`,
  'i',
)

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
const direction = /^(\d{3})\/(\d\d)(?: ?°?(?:[NSEW]{1,2}))?$/
const [fullCircle, steepest] = [360, 90]

/** -14d40m58s, +05h12m07.3s with a sign. */
const degrees = /^([-+−])?(\d{1,3})d ?([0-5]?\d)[m'′](?: ?([0-5]?\d(?:\.\d+)?)(?:s|"|″|''))?$/i

/** 4:31/km, 4:31 min/km, 8:02 /mi: the time for a length. */
const pace = /^(\d{1,2}):([0-5]\d)(?:[.,]\d)? ?(?:min ?)?(?:\/|per ) ?(?:km|mi|mile|100 ?m|500 ?m)$/i

/** ▲26, ▼40 and =; up 3, down 2 */
const rise = /^(?:▲|△|↑|⬆|↗|up|\+) ?(\d+(?:[.,]\d+)?) ?%?$/iu
const fall = /^(?:▼|▽|↓|⬇|↘|down|[-−–]) ?(\d+(?:[.,]\d+)?) ?%?$/iu
const same = /^(?:=|→|↔|◄►|■|●|\u2013|0|same|unchanged)$/iu

function areMoves(reader: ColumnReader): boolean {
  const { withDigits = [], words = [] } = sampleOf(reader) ?? {}
  const isMove = (text: string) => rise.test(text) || fall.test(text) || same.test(text)
  const isEach = [/^[▲△↑⬆↗u]/iu, /^[▼▽↓⬇↘d]/iu].every((sign) => withDigits.some((text) => sign.test(text)))
  return isEach && withDigits.length >= fewest && [...withDigits, ...words].every(isMove)
}

/** SE9, NNW 12 kt, calm: where wind comes from, and its force or speed. */
const side = '(?:[NSEWO]|[NS][EWO]|(?:NN|EN|ES|SS|WS|WN|ON|OS)[EWO]|VRB|VAR)'
const wind = new RegExp(String.raw`^(${side}) ?(\d{1,3}(?:[.,]\d)?) ?(?:bft|kt|kts|kn|km\/h|mph|m\/s)?$`, 'i')
const calm = /^(?:calm|windstill|calme|calma|still)$/i

function areWinds(reader: ColumnReader): boolean {
  const found = allHave(reader, wind, 5)
  const sides = new Set(found?.map(([, side]) => side.toUpperCase()))
  // Seats and codes have other letters, and those of a single side are degrees.
  return (
    sides.size >= 4 &&
    ['N', 'S', 'E', 'W', 'O'].filter((one) => [...sides].some((all) => all.startsWith(one))).length > 2
  )
}

/** 19:1, >20:1, 95:5, 1:128: how much of one there is for so much of another. */
const ratio = /^[<>≤≥]? ?(\d{1,5}(?:[.,]\d+)?) ?: ?(\d{1,5}(?:[.,]\d+)?)$/

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
        return [1, 2, 3].map((group) => valueWith(mark, captured(column, interval, group)))
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'directions and dips in degrees, read as categorical',
    end: `for both, ${missing}`,
    are: (_, reader) => {
      const found = allHave(reader, direction, 4)
      const areDegrees = found?.every(([, a, b]) => Number(a) <= fullCircle && Number(b) <= steepest)
      return areDegrees === true && found!.some(([, a]) => a.startsWith('0'))
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
    are: (_, reader) => {
      const units = new Set(allHave(reader, pace)?.map(([text]) => /[a-z\d ]+$/i.exec(text)![0].trim()))
      return units.size === 1
    },
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const [minutes, seconds] = [1, 2].map(
          (group) => `TRY_CAST(${captured(column, pace, group)} AS DOUBLE)`,
        )
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
      numberQuery(readers, (column) => {
        const [up, down] = [rise, fall].map((pattern) => valueWith(null, captured(column, pattern)))
        return `coalesce(${up}, -${down}, ${whereMatches(column, same, '0')})`
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'directions of the wind with its force, read as categorical',
    end: `for both in columns of their own, ${missing}`,
    are: (_, reader) => areWinds(reader),
    mayBeMixed: true,
    query: (readers) => {
      const names = readers.map(({ name }) => queryColumn(name))
      const parts = readers.flatMap(({ name }) => {
        const column = queryColumn(name)
        const from = `nullif(upper(${captured(column, wind)}), '')`
        const force = `coalesce(${valueWith(null, captured(column, wind, 2))}, ${whereMatches(column, calm, '0')})`
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
