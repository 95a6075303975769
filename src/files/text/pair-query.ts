import { queryColumn, replacingQuery } from '#core'
import type { ColumnReader } from './column-reader.ts'

/** A query that makes two columns of the two numbers in each cell of columns. */
export function pairQuery(sign: '/' | '(') {
  return (readers: readonly ColumnReader[]): string =>
    partingQuery(readers, ({ name }) =>
      [1, 2].map((place) => {
        const part = `split_part(${queryColumn(name)}, '${sign}', ${place})`
        return sign === '/' ? part : `trim(${part}, ' %)')`
      }),
    )
}

/** A query that makes a column of each number of the cells, between blanks. */
export function partsQuery(readers: readonly ColumnReader[]): string {
  return partingQuery(readers, ({ name, texts }) =>
    Array.from({ length: texts!.notations.mostParts }, (_, i) => {
      const part = `regexp_split_to_array(trim(${queryColumn(name)}), ' +')[${i + 1}]`
      return `replace(${part}, ',', '.')`
    }),
  )
}

/** A query that puts several columns of numbers in the place of each column. */
function partingQuery(
  readers: readonly ColumnReader[],
  partsOf: (reader: ColumnReader) => readonly string[],
): string {
  const columns = readers.map(({ name }) => queryColumn(name)).join(', ')
  const parts = readers.flatMap((reader) =>
    partsOf(reader).map(
      (part, i) => `TRY_CAST(${part} AS DOUBLE) AS ${queryColumn(`${reader.name}_${i + 1}`)}`,
    ),
  )
  return `SELECT * EXCLUDE (${columns}), ${parts.join(', ')} FROM data`
}

/** A query that puts a number in the place of each cell of columns. */
export function numberQuery(
  readers: readonly ColumnReader[],
  valueOf: (column: string, reader: ColumnReader) => string,
): string {
  return replacingQuery(
    Object.fromEntries(readers.map((reader) => [reader.name, valueOf(queryColumn(reader.name), reader)])),
  )
}

/** The first number of a cell; a comma is its decimal mark. */
function firstNumber(column: string, digits = '[0-9.,]+'): string {
  return `TRY_CAST(replace(regexp_extract(${column}, '${digits}'), ',', '.') AS DOUBLE)`
}

/** A query that keeps the first number of each cell. */
export function firstQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column) => firstNumber(column))
}

/** A query that reads degrees of which only some have the letter of a compass: south and west are negative. */
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
