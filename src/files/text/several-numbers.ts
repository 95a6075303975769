import { queryColumn } from '#core'
import type { ColumnReader } from './column-reader.ts'
import { firstNumber, numberOf, numberQuery } from './format-queries.ts'
import type { WarningText } from './format-queries.ts'

/** A query that makes two columns of the two numbers in each cell of columns. */
function pairQuery(sign: '/' | '(') {
  return (readers: readonly ColumnReader[]): string =>
    partingQuery(readers, ({ name, texts }) =>
      [1, 2].map((place) => {
        const part = `split_part(${queryColumn(name)}, '${sign}', ${place})`
        if (sign === '/') return `replace(${part}, ',', '.')`
        const digits = `trim(${part}, ' %)')`
        return texts!.notations.haveDecimalCommas ? `replace(${digits}, ',', '.')` : digits
      }),
    )
}

/** A query that makes a column of each number of the cells, between blanks, commas or crosses. */
function partsQuery(readers: readonly ColumnReader[]): string {
  return partingQuery(readers, ({ name, texts, detected }) =>
    Array.from({ length: texts!.notations.mostParts }, (_, i) => {
      if (detected.why === 'sides')
        return `replace(regexp_extract_all(${queryColumn(name)}, '[0-9]+([.,][0-9]+)?')[${i + 1}], ',', '.')`
      const { partsHaveCommas } = texts!.notations
      const [around, between] = partsHaveCommas ? [' ()', ' *[ ,;] *'] : [' ', ' +']
      const part = `regexp_split_to_array(trim(${queryColumn(name)}, '${around}'), '${between}')[${i + 1}]`
      return partsHaveCommas ? part : `replace(${part}, ',', '.')`
    }),
  )
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

/** A query that keeps the first number of each cell. */
function firstQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column) => firstNumber(column))
}

/** A query that reads fractions behind a whole number or alone, and numbers, which may have the sign of inches. */
function fractionQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts, knownTexts }) => {
    const signs = new Set(knownTexts.flatMap((text) => text?.match(/[¼-¾⅐-⅞]/g) ?? []))
    const written = [...signs].reduce(
      (text, sign) => `replace(${text}, '${sign}', ' ${sign.normalize('NFKC').replace('⁄', '/')}')`,
      column,
    )
    const part = (place: number) =>
      numberOf(`regexp_extract(${written}, '(?:([0-9]+)[ -]+)?([0-9]+) ?/ ?([0-9]+)', ${place})`)
    const inches = texts!.affixes.units.has('in') ? ' ?["”″]?' : ''
    const number = numberOf(`regexp_extract(${column}, '^ *(-?[0-9]+([.,][0-9]+)?)${inches} *$', 1)`)
    return `coalesce(coalesce(${part(1)}, 0) + ${part(2)} / ${part(3)}, ${number})`
  })
}

/** What is said of cells of several numbers, and of fractions: none is read. */
export const severalTexts = {
  pairs: {
    code: 'doubtful-numbers',
    start: 'two numbers in each cell, read as categorical',
    end: 'for both say',
    query: pairQuery('/'),
  },
  'bracketed-pairs': {
    code: 'doubtful-numbers',
    start: 'numbers with another in brackets, read as categorical',
    end: 'for both say',
    query: pairQuery('('),
  },
  coordinates: {
    code: 'doubtful-numbers',
    start: 'several numbers in each cell, read as categorical',
    end: 'for each of them say',
    query: partsQuery,
  },
  shares: {
    code: 'doubtful-numbers',
    start: 'numbers out of another, read as categorical',
    end: 'for the first of both say',
    query: firstQuery,
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
    end: 'for each of them say',
    query: partsQuery,
  },
} as const satisfies Record<string, WarningText>
