import { queryColumn, queryValue, replacingQuery } from '#core'
import type { Remedy, WarningCode } from '#core'
import type { DigitOrder } from '../cells/digit-times.ts'
import type { ColumnReader } from './column-reader.ts'
import type { FileMarks } from './file-marks.ts'

/** A query that puts a number in the place of each cell of columns. */
export function numberQuery(
  readers: readonly ColumnReader[],
  valueOf: (column: string, reader: ColumnReader) => string,
): string {
  return replacingQuery(
    Object.fromEntries(readers.map((reader) => [reader.name, valueOf(queryColumn(reader.name), reader)])),
  )
}

/** What a value is in cells of a pattern, without blanks around it; others are missing. */
export function whereMatches(column: string, { source, flags }: RegExp, value: string): string {
  // A pattern of RE2, which knows no named groups of this form.
  const pattern = (flags.includes('i') ? '(?i)' : '') + source.replaceAll(/\(\?<\w+>/g, '(')
  return `CASE WHEN regexp_matches(trim(${column}), ${queryValue(pattern)}) THEN ${value} END`
}

/** A text as a pattern of itself. */
export function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
}

/** The first number of a cell; a comma is its decimal mark. */
export function firstNumber(column: string, digits = '[0-9.,]+'): string {
  return `TRY_CAST(replace(regexp_extract(${column}, '${digits}'), ',', '.') AS DOUBLE)`
}

/** A query that brings degrees Fahrenheit to Celsius. */
export function celsiusQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column) => {
    const degrees = numberOf(`regexp_extract(${column}, '-?[0-9]+([.,][0-9]+)?')`)
    return `CASE WHEN regexp_matches(${column}, '[F℉]') THEN (${degrees} - 32) / 1.8 ELSE ${degrees} END`
  })
}

/**
 * A query that reads degrees of which only some have the letter of a compass: south and west are negative.
 */
export function sidesQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) => {
    const sign = `CASE WHEN regexp_matches(${column}, '[${texts!.notations.negativeSides}]') THEN -1 ELSE 1 END`
    return `${sign} * ${firstNumber(column, '[-0-9.,]+')}`
  })
}

/** A query that reads amounts of which marks only separate thousands. */
export function thousandsQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column) => {
    const digits = `regexp_replace(${column}, '[^-0-9]', '', 'g')`
    return `TRY_CAST(${digits} AS DOUBLE)`
  })
}

/** A number of SQL from digits with either decimal mark; null for any other text. */
export function numberOf(text: string): string {
  return `TRY_CAST(replace(${text}, ',', '.') AS DOUBLE)`
}

/** The number in a cell, without its unit and thousands separators; the whole cell if there is more. */
export function digitsOf(column: string, mark: string | undefined): string {
  const digits = `regexp_replace(${column}, '^\\s*(-?)[^-0-9]*(-?)([0-9][0-9., ]*)[^-0-9]*$', '\\1\\2\\3')`
  const joined = `replace(${digits}, ' ', '')`
  if (mark === undefined) return joined
  return mark === ',' ? `replace(replace(${joined}, '.', ''), ',', '.')` : `replace(${joined}, ',', '')`
}

/** A query that reads lengths of time with a colon as seconds. */
function clockQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) => {
    const { hasHours, areHours } = texts!.notations.measures
    const clock = `regexp_extract(${column}, '[0-9]+(:[0-9]+)+([.,][0-9]+)?')`
    const [a, b, c] = [1, 2, 3].map((place) => numberOf(`split_part(${clock}, ':', ${place})`))
    const two = areHours ? `3600 * ${a} + 60 * ${b}` : `60 * ${a} + ${b}`
    return hasHours
      ? `CASE WHEN split_part(${clock}, ':', 3) = '' THEN ${two} ELSE 3600 * ${a} + 60 * ${b} + ${c} END`
      : two
  })
}

/** A query that reads lengths of time of ISO 8601 as seconds. */
function periodQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column) => {
    const seconds = Object.entries({ W: 604_800, D: 86_400, H: 3600, M: 60, S: 1 }).map(([unit, length]) => {
      const count = numberOf(`regexp_extract(upper(${column}), '([0-9.,]+)${unit}', 1)`)
      return `${length} * coalesce(${count}, 0)`
    })
    return `CASE WHEN regexp_matches(upper(${column}), '^ *PT?[0-9]') THEN ${seconds.join(' + ')} END`
  })
}

/**
 * A query that makes one number of a number in a unit and, behind it, one in a smaller unit, of which
 * `factor` are one.
 */
function twoUnitsQuery(factor: number, sign: string) {
  return (readers: readonly ColumnReader[]): string =>
    numberQuery(readers, (column) => {
      const large = numberOf(
        `regexp_extract(${column}, '^\\s*([0-9]+)\\s*(${sign})[^0-9½¼¾]*[0-9.,]*[^0-9½¼¾]*$', 1)`,
      )
      const small = numberOf(`regexp_extract(${column}, '^\\s*[0-9]+[^0-9]+([0-9.,]*[0-9])', 1)`)
      return `${factor} * ${large} + coalesce(${small}, 0)`
    })
}

/** A query that reads the number behind a sign or a word, which may have a unit if all have it. */
function markedQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) => {
    const end = texts!.notations.measures.haveUnit ? '[^0-9]*' : String.raw`\s*`
    return numberOf(`regexp_extract(${column}, '^[^0-9]*?(-?[0-9]+([.,][0-9]+)?)${end}$', 1)`)
  })
}

/** A query that reads percentages as parts of one, and other numbers as they are. */
export function percentQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column) => {
    const number = numberOf(`regexp_extract(${column}, '-?[0-9]+([.,][0-9]+)?')`)
    return `${number} / CASE WHEN contains(${column}, '%') THEN 100 ELSE 1 END`
  })
}

/**
 * The warning for columns read in the same way: the message before and after their names, and what mends it,
 * or the query that does.
 */
export interface WarningText {
  readonly code: WarningCode
  readonly start: string
  readonly end: string
  readonly mend?: (readers: readonly ColumnReader[], marks: FileMarks) => Remedy
  readonly query?: (readers: readonly ColumnReader[]) => string
}

/** Texts of a column that are read as levels and by a query as numbers or dates. */
export interface LetteredText extends WarningText {
  /** Whether the first different texts of a column are such. */
  readonly are: (texts: readonly string[], reader: ColumnReader) => boolean
  readonly query: (readers: readonly ColumnReader[]) => string
  /** Whether some may be numbers with a unit, from which the others deviate. */
  readonly mayBeMixed?: boolean
}

/** The first different texts of a column that are no plain numbers. */
export function textsOf({ texts }: ColumnReader): readonly string[] {
  return [...texts!.others.first]
}

/** What is said of measures that are not read. */
export const measureTexts = {
  'clock-lengths': {
    code: 'doubtful-numbers',
    start: 'lengths of time, read as categorical',
    end: 'for their seconds, with other cells missing, say',
    query: clockQuery,
  },
  periods: {
    code: 'doubtful-numbers',
    start: 'lengths of time, read as categorical',
    end: 'for their seconds, with other cells missing, say',
    query: periodQuery,
  },
  'weeks-and-days': {
    code: 'doubtful-numbers',
    start: 'weeks and days, read as categorical',
    end: 'for the days, with other cells missing, say',
    query: twoUnitsQuery(7, '[+]'),
  },
  'minutes-and-seconds': {
    code: 'doubtful-numbers',
    start: 'minutes and seconds, read as categorical',
    end: 'for the seconds, with other cells missing, say',
    query: twoUnitsQuery(60, "[''’′]"),
  },
  'feet-and-inches': {
    code: 'doubtful-numbers',
    start: 'heights in feet and inches, read as categorical',
    end: 'for the inches, with other cells missing, say',
    query: twoUnitsQuery(12, "[''’′]|[Ff]"),
  },
  'stones-and-pounds': {
    code: 'doubtful-numbers',
    start: 'weights in stones and pounds, read as categorical',
    end: 'for the pounds, with other cells missing, say',
    query: twoUnitsQuery(14, '[Ss]'),
  },
  'marked-numbers': {
    code: 'doubtful-numbers',
    start: 'numbers behind a sign or a word, read as categorical',
    end: 'for the numbers, with other cells missing, say',
    query: markedQuery,
  },
} as const satisfies Record<string, WarningText>

/**
 * A query that reads dates with the year first with day and month swapped, and texts beside them as they are
 * written.
 */
export function swappedQuery([{ name, detected }]: readonly ColumnReader[]): string {
  const { kind, order, separator } = detected.swapped!
  const column = queryColumn(name)
  const dates = ['%Y-%d-%m', (order === 'dmy' ? ['%d', '%m', '%Y'] : ['%m', '%d', '%Y']).join(separator)]
  const forms = dates.flatMap((date) => (kind === 'date' ? [date] : clocks.map((clock) => date + clock)))
  const moment = `strptime(${column}, [${forms.map((form) => `'${form}'`).join(', ')}])`
  // A cell without a digit is a word for a missing value; any other that has no such form is an error of the
  // query.
  const value = `CASE WHEN regexp_matches(${column}, '[0-9]') THEN ${moment} END`
  const replaced = kind === 'date' ? `CAST(${value} AS DATE)` : value
  return replacingQuery({ [name]: replaced })
}

const clocks = ['', ' %H:%M', ' %H:%M:%S', ' %I:%M %p', ' %I:%M:%S %p']

/** A query that makes dates of days and months in digits, in a year that the user gives for 2000. */
export function digitDaysQuery(name: string, order: DigitOrder): string {
  const column = queryColumn(name)
  const digits = `CAST(${column} AS INTEGER)`
  const [high, low] = [`${digits} // 100`, `${digits} % 100`]
  const date = `make_date(2000, ${order === 'DDMM' ? `${low}, ${high}` : `${high}, ${low}`})`
  return replacingQuery({ [name]: date })
}

/** A query that makes dates of days as a spreadsheet counts them, from 1899-12-30 on. */
export function serialDaysQuery(names: readonly string[]): string {
  const dates = names.map((name) => [
    name,
    `DATE '1899-12-30' + CAST(floor(${queryColumn(name)}) AS INTEGER)`,
  ])
  return replacingQuery(Object.fromEntries(dates) as Record<string, string>)
}
