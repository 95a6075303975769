import { comparisonOf, keyHashes, keyPrefix } from '#core'
import type { Division, Sample } from '#core'
import type { CodedColumn } from './coded-column.ts'
import type { Relation } from './relation.ts'
import type { RowFilter } from './row-filter.ts'

/** SQL for the hash of a column after a prefix, with the arithmetic of `keyHash`. */
export function keyedHash({ columns, engine }: Relation, column: number, prefix: string): string {
  const { dialect } = engine
  const { sql, type } = columns[column]
  const text = type === 'numeric' ? dialect.wholeText(sql) : sql
  return dialect.keyHash(`concat(${dialect.text(prefix)}, ${text})`)
}

/** SQL for the part of a row that is assigned by its key, with the arithmetic of `partOfHash`. */
export function keyedPart(relation: Relation, division: Division): string {
  const { dialect } = relation.engine
  const hash = keyedHash(relation, division.key!.column, keyPrefix(division))
  if ('share' in division) {
    return `CASE WHEN ${hash} < ${Math.floor(division.share * keyHashes)} THEN 0 ELSE 1 END`
  }
  return dialect.whole(`floor(${hash} * ${division.folds} / ${dialect.number(keyHashes)})`, division.folds)
}

/** The filter for the rows of a sample, of those that a filter includes. */
export function keyedFilter(
  part: CodedColumn,
  included: RowFilter | null,
  sample: Sample,
  own: RowFilter | null,
): RowFilter {
  const conditions = [
    ...(included ? [`${included.sql} > 0`] : []),
    `${part.name} ${comparisonOf(sample)} ${sample.part}`,
  ]
  return {
    sql: `CASE WHEN ${conditions.join(' AND ')} THEN ${own?.sql ?? '1'} ELSE 0 END`,
    columns: [part, ...new Set([...(included?.columns ?? []), ...(own?.columns ?? [])])],
    weights: own?.weights,
  }
}
