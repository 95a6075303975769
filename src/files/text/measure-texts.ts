import { marksBefore, measurePatterns } from '../cells/number-notations.ts'
import { areBareAlike } from './bare-numbers.ts'
import { captured, markOf, numberAt, numberWith, unitsIn, valueWith, whereMatches } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { WarningText } from './format-queries.ts'

const { clock, period, weeks, feet, minutes, stones } = measurePatterns

/** A query that reads lengths of time with a colon as seconds; of two parts by their unit, if they have one. */
function clockQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) => {
    const [a, b, c] = [1, 2, 3].map((place) => numberAt(column, place))
    const hours = `3600 * ${a} + 60 * ${b}`
    const seconds = `60 * ${a} + ${b}`
    const cases = [
      `regexp_matches(${column}, ':.*:') THEN ${hours} + ${c}`,
      `regexp_matches(lower(${column}), 'h|std') THEN ${hours}`,
      `regexp_matches(lower(${column}), '[ms]') THEN ${seconds}`,
    ]
    const bare = texts!.notations.measures.areHours ? hours : seconds
    return whereMatches(column, clock, `CASE${cases.map((one) => ` WHEN ${one}`).join('')} ELSE ${bare} END`)
  })
}

/** A query that reads lengths of time of ISO 8601 as seconds. */
function periodQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column) => {
    const seconds = Object.entries({ W: 604_800, D: 86_400, H: 3600, M: 60, S: 1 }).map(([unit, length]) => {
      const count = valueWith(null, `regexp_extract(upper(${column}), '([0-9.,]+)${unit}', 1)`)
      return `${length} * coalesce(${count}, 0)`
    })
    return whereMatches(column, period, seconds.join(' + '))
  })
}

/**
 * A query that makes one number of a number in a unit and, behind it, one in a smaller unit, of which
 * `factor` are one.
 */
function twoUnitsQuery(factor: number, pattern: RegExp) {
  return (readers: readonly ColumnReader[]): string =>
    numberQuery(readers, (column) => {
      const [large, small] = [1, 2].map((place) => numberAt(column, place))
      return whereMatches(column, pattern, `${factor} * ${large} + coalesce(${small}, 0)`)
    })
}

/** A query that reads the number behind a sign or a word, and those without one; with their unit or without. */
function markedQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, reader) => {
    const { texts } = reader
    const mark = markOf(texts!)
    const { units, written } = texts!.notations.measures
    const number = `([-−]?${numberWith(mark)})`
    const { affixes } = texts!
    const all = new Set([...units, ...written, ...affixes.units.keys()].filter((unit) => unit !== ''))
    const areAlike = areBareAlike(reader)
    const isWithout = all.size === 0 || affixes.units.size > 2 || (units.includes('') && !areAlike)
    const unit = isWithout ? null : unitsIn(texts!, all)
    const mayLack = areAlike ? '?' : ''
    const isEither =
      unit === null ? number : String.raw`(?:${number}(?:\s?${unit})${mayLack}|${unit}\s?${number})`
    const pattern = new RegExp(`^${marksBefore}?${isEither}$`, 'i')
    const digits = [1, 2].map((group) => captured(column, pattern, group))
    return valueWith(mark, unit === null ? digits[0] : `concat(${digits.join(', ')})`)
  })
}

/** What is said of measures that are not read. */
export const measureTexts = {
  'clock-lengths': {
    code: 'doubtful-numbers',
    counts: true,
    start: 'lengths of time, read as categorical',
    end: 'for their seconds, with other cells missing, say',
    query: clockQuery,
  },
  periods: {
    code: 'doubtful-numbers',
    counts: true,
    start: 'lengths of time, read as categorical',
    end: 'for their seconds, with other cells missing, say',
    query: periodQuery,
  },
  'weeks-and-days': {
    code: 'doubtful-numbers',
    start: 'weeks and days, read as categorical',
    end: 'for the days, with other cells missing, say',
    query: twoUnitsQuery(7, weeks),
  },
  'minutes-and-seconds': {
    code: 'doubtful-numbers',
    counts: true,
    start: 'minutes and seconds, read as categorical',
    end: 'for the seconds, with other cells missing, say',
    query: twoUnitsQuery(60, minutes),
  },
  'feet-and-inches': {
    code: 'doubtful-numbers',
    start: 'heights in feet and inches, read as categorical',
    end: 'for the inches, with other cells missing, say',
    query: twoUnitsQuery(12, feet),
  },
  'stones-and-pounds': {
    code: 'doubtful-numbers',
    start: 'weights in stones and pounds, read as categorical',
    end: 'for the pounds, with other cells missing, say',
    query: twoUnitsQuery(14, stones),
  },
  'marked-numbers': {
    code: 'doubtful-numbers',
    counts: true,
    start: 'numbers behind a sign or a word, read as categorical',
    end: 'for the numbers, with or without their unit and with other cells missing, say',
    query: markedQuery,
  },
} as const satisfies Record<string, WarningText>
