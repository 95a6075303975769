import { queryColumn } from '#core'
import { sideUnits } from '../cells/number-notations.ts'
import { captured, literal, numberWith, plainNumber, valueWith, whereMatches } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery, textsOf } from './format-queries.ts'
import type { WarningText } from './format-queries.ts'

/** What stands between a number and what it is a part of: 7/10, 7 of 10, 4.5 out of 5 stars. */
const between = String.raw`\s?(?:\/|\s(?:of|out of|von|sur|su|de|sobre|van)\s)\s?`
const behind = String.raw`(?:\s?mm\s?Hg|\s\p{L}{4,})?$`
/** 120/80, 12,5/8 and 7 of 10. */
const side = String.raw`(\d{1,3}(?:[.,]\d{1,2})?)`
const pair = new RegExp(`^${side}${between}${side}${behind}`, 'u')

/** A query that makes two columns of the two numbers of each cell. */
function pairQuery(readers: readonly ColumnReader[]): string {
  return partingQuery(readers, ({ name }) =>
    [1, 2].map((group) => valueWith(null, captured(queryColumn(name), pair, group))),
  )
}

/** A query that makes two columns of a number and of the one in brackets behind it, which may be a percentage. */
function bracketQuery(readers: readonly ColumnReader[]): string {
  return partingQuery(readers, ({ name, texts }) => {
    const { decimalMark, bracketsHavePercent } = texts!.notations
    const number = `([-+−–]?${numberWith(decimalMark)})`
    const pattern = new RegExp(
      String.raw`^${number}\s?\(${number}${bracketsHavePercent ? String.raw`\s?%` : ''}\)$`,
    )
    return [1, 2].map((group) => valueWith(decimalMark, captured(queryColumn(name), pattern, group)))
  })
}

/** A query that makes a column of each number of the cells, between crosses, in one unit. */
function sidesOfQuery(readers: readonly ColumnReader[]): string {
  return partingQuery(readers, (reader) => {
    const { mostParts, sureMark } = reader.texts!.notations
    const number = String.raw`(${numberWith(sureMark)})${unitOfSides(textsOf(reader))}`
    const more = String.raw`(?:\s?[x×]\s?${number})`
    const pattern = new RegExp(`^${number}${more}${`${more}?`.repeat(mostParts - 2)}$`, 'i')
    const column = queryColumn(reader.name)
    return Array.from({ length: mostParts }, (_, i) => valueWith(sureMark, captured(column, pattern, i + 1)))
  })
}

/** The most frequent unit behind a number as a pattern; empty if most have none. */
function unitOfSides(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const unit = sideUnits.exec(text)?.[0].toLowerCase() ?? ''
    counts.set(unit, (counts.get(unit) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most[0] === '' ? '' : String.raw`(?:\s?${literal(most[0])})?`
}

/** A query that makes a column of each number of the cells, between blanks or commas. */
function coordinatesQuery(readers: readonly ColumnReader[]): string {
  return partingQuery(readers, ({ name, texts }) => {
    const { mostParts, partsHaveCommas } = texts!.notations
    const [mark, apart, open, end] = partsHaveCommas
      ? [String.raw`\.`, String.raw`(?:\s*[,;]\s*|\s+)`, String.raw`\(?`, String.raw`\)?`]
      : ['[.,]', String.raw`\s+`, '', '']
    const first = String.raw`[-+−]?\d{1,3}${mark}\d+`
    const more = String.raw`(?:${apart}[-+−]?\d+(?:${mark}\d+)?){0,${mostParts - 2}}`
    const pattern = new RegExp(`^${open}${first}${apart}${first}${more}${end}$`)
    const column = queryColumn(name)
    return Array.from({ length: mostParts }, (_, i) => {
      const digits = `regexp_extract_all(${column}, '[-+−]?[0-9]+(?:${mark}[0-9]+)?')[${i + 1}]`
      return whereMatches(column, pattern, valueWith(null, digits))
    })
  })
}

/** A query that puts several columns of numbers in the place of each column. */
export function partingQuery(
  readers: readonly ColumnReader[],
  partsOf: (reader: ColumnReader) => readonly string[],
  type: 'DOUBLE' | 'TIME' = 'DOUBLE',
): string {
  const columns = readers.map(({ name }) => queryColumn(name)).join(', ')
  const parts = readers.flatMap((reader) =>
    partsOf(reader).map(
      (part, i) => `TRY_CAST(${part} AS ${type}) AS ${queryColumn(`${reader.name}_${i + 1}`)}`,
    ),
  )
  return `SELECT * EXCLUDE (${columns}), ${parts.join(', ')} FROM data`
}

/** A query that keeps the first of two numbers, of which the second is the same in all cells. */
function shareQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) => {
    const { whole } = texts!.notations
    const pattern = new RegExp(String.raw`^(\d{1,3}(?:[.,]\d+)?)${between}${whole}${behind}`, 'u')
    return valueWith(null, captured(column, pattern))
  })
}

/** 3/4, 1 1/2" and 2-3/8: a sign such as ½ is written out. */
const fraction = /^(?:(\d{1,3})[-\s]+)?(\d{1,3})\s?\/\s?([1-9]\d{0,2})\s?(?:["”″]|in\.?|inch(?:es)?)?$/

/** A query that reads fractions behind a whole number or alone, and numbers, which may have the sign of inches. */
function fractionQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts, knownTexts }) => {
    const signs = new Set(knownTexts.flatMap((text) => text?.match(/[¼-¾⅐-⅞]/g) ?? []))
    const written = [...signs].reduce(
      (text, sign) => `replace(${text}, '${sign}', ' ${sign.normalize('NFKC').replace('⁄', '/')}')`,
      column,
    )
    const [whole, a, b] = [1, 2, 3].map((group) => valueWith(null, captured(written, fraction, group)))
    const inches = texts!.affixes.units.has('in') ? String.raw`\s?(?:["”″]|in\.?|inch(?:es)?)?` : ''
    const number = valueWith(null, captured(column, new RegExp(`^([-−]?${plainNumber})${inches}$`)))
    return `coalesce(coalesce(${whole}, 0) + ${a} / ${b}, ${number})`
  })
}

/** What is said of cells of several numbers, and of fractions: none is read. */
export const severalTexts = {
  pairs: {
    code: 'doubtful-numbers',
    start: 'two numbers in each cell, read as categorical',
    end: 'for both, with other cells missing, say',
    query: pairQuery,
  },
  'bracketed-pairs': {
    code: 'doubtful-numbers',
    start: 'numbers with another in brackets, read as categorical',
    end: 'for both, with other cells missing, say',
    query: bracketQuery,
  },
  coordinates: {
    code: 'doubtful-numbers',
    start: 'several numbers in each cell, read as categorical',
    end: 'for each of them, with other cells missing, say',
    query: coordinatesQuery,
  },
  shares: {
    code: 'doubtful-numbers',
    counts: true,
    start: 'numbers out of another, read as categorical',
    end: 'for the first of both, with other cells missing, say',
    query: shareQuery,
  },
  fractions: {
    code: 'doubtful-numbers',
    start: 'fractions, read as categorical',
    end: 'for their numbers, with other cells missing, say',
    query: fractionQuery,
  },
  sides: {
    code: 'doubtful-numbers',
    start: 'numbers with a cross between them, read as categorical',
    end: 'for each of them, with other cells missing, say',
    query: sidesOfQuery,
  },
} as const satisfies Record<string, WarningText>
