import { queryColumn, queryOption } from '#core'
import type { ColumnReader } from './column-reader.ts'

/** A query that makes two columns of the two numbers in each cell of a column. */
export function pairQuery(sign: '/' | '(') {
  return ([{ name }]: readonly ColumnReader[]): string => {
    const column = queryColumn(name)
    const parts = [1, 2].map((place) => {
      const part = `split_part(${column}, '${sign}', ${place})`
      const digits = sign === '/' ? part : `trim(${part}, ' %)')`
      return `TRY_CAST(${digits} AS DOUBLE) AS ${queryColumn(`${name}_${place}`)}`
    })
    return queryOption(`SELECT * EXCLUDE (${column}), ${parts.join(', ')} FROM data`)
  }
}

/** A query that makes a column of each number of the cells, between blanks. */
export function partsQuery([{ name, texts }]: readonly ColumnReader[]): string {
  const column = queryColumn(name)
  const parts = Array.from({ length: texts!.notations.mostParts }, (_, i) => {
    const part = `regexp_split_to_array(trim(${column}), ' +')[${i + 1}]`
    return `TRY_CAST(replace(${part}, ',', '.') AS DOUBLE) AS ${queryColumn(`${name}_${i + 1}`)}`
  })
  return queryOption(`SELECT * EXCLUDE (${column}), ${parts.join(', ')} FROM data`)
}

/** A query that keeps the first number of each cell. */
export function firstQuery([{ name }]: readonly ColumnReader[]): string {
  const column = queryColumn(name)
  const digits = `replace(regexp_extract(${column}, '[0-9.,]+'), ',', '.')`
  return queryOption(`SELECT * REPLACE (TRY_CAST(${digits} AS DOUBLE) AS ${column}) FROM data`)
}

/** A query that reads degrees of which only some have the letter of a compass: south and west are negative. */
export function sidesQuery([{ name, texts }]: readonly ColumnReader[]): string {
  const column = queryColumn(name)
  const digits = `replace(regexp_extract(${column}, '[-0-9.,]+'), ',', '.')`
  const sign = `CASE WHEN regexp_matches(${column}, '[${texts!.notations.negativeSides}]') THEN -1 ELSE 1 END`
  return queryOption(`SELECT * REPLACE (${sign} * TRY_CAST(${digits} AS DOUBLE) AS ${column}) FROM data`)
}

/** A query that reads amounts of which marks only separate thousands. */
export function thousandsQuery([{ name }]: readonly ColumnReader[]): string {
  const column = queryColumn(name)
  const digits = `regexp_replace(${column}, '[^-0-9]', '', 'g')`
  return queryOption(`SELECT * REPLACE (TRY_CAST(${digits} AS DOUBLE) AS ${column}) FROM data`)
}
