import type { ColumnReader } from './column-reader.ts'
import type { WarningText } from './format-kinds.ts'
import { numberQuery } from './pair-query.ts'

/** A number of SQL from digits with either decimal mark; null for any other text. */
function numberOf(text: string): string {
  return `TRY_CAST(replace(${text}, ',', '.') AS DOUBLE)`
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

/** A query that makes one number of a number in a unit and, behind it, one in a smaller unit, of which `factor` are one. */
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

/** A query that reads the number behind a sign or a word. */
function markedQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column) => numberOf(`regexp_extract(${column}, '-?[0-9]+([.,][0-9]+)?')`))
}

/** A query that reads percentages as parts of one, and other numbers as they are. */
export function percentQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column) => {
    const number = numberOf(`regexp_extract(${column}, '-?[0-9]+([.,][0-9]+)?')`)
    return `${number} / CASE WHEN contains(${column}, '%') THEN 100 ELSE 1 END`
  })
}

/** What is said of measures that are not read. */
export const measureTexts = {
  'clock-lengths': {
    code: 'doubtful-numbers',
    start: 'lengths of time, read as categorical',
    end: 'for their seconds, with other cells missing, say',
    query: clockQuery,
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
