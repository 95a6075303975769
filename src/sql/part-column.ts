import { assignParts, comparisonOf, countParts, keyHashes, keyPrefix } from '#core'
import type { Division, Sample, SplitColumns } from '#core'
import { codeOrNone, noCode, storeCodes } from './coded-column.ts'
import type { CodedColumn } from './coded-column.ts'
import { fromRelation, numbersOf } from './from.ts'
import { permutedFrom, rowsAbove0 } from './permuted-codes.ts'
import type { Relation } from './relation.ts'
import { permutedWeight } from './row-filter.ts'
import type { Permuted, RowFilter } from './row-filter.ts'
import { rowKey, selectByKey, takeByKey } from './row-key.ts'

/** A column with the part of each row that a filter includes, under a division. */
export interface PartColumn extends CodedColumn {
  readonly division: Division
  readonly filter: RowFilter | null
  readonly strata: CodedColumn | null
  readonly groups: CodedColumn | null
  /** The columns of the division that are permuted. */
  readonly permuted: ReadonlyMap<ColumnOfDivision, Permuted>
}

export type ColumnOfDivision = Exclude<keyof SplitColumns, 'key'>

/** The filter for the rows of a sample. */
export function sampleFilter(column: PartColumn, sample: Sample, own: RowFilter | null): RowFilter {
  // An excluded row has no part.
  const isIn = `${column.name} ${comparisonOf(sample)} ${sample.part}`
  return {
    sql: `CASE WHEN ${isIn} THEN ${own?.sql ?? '1'} ELSE 0 END`,
    columns: [column, ...(own?.columns ?? [])],
    weights: own?.weights,
  }
}

/** The coded columns that a division reads. */
export function columnsOfDivision({ filter, strata, groups, permuted }: PartColumn): readonly CodedColumn[] {
  const shuffled = [...permuted.values()]
  const single = [strata, groups, ...shuffled.map(({ missingness }) => missingness)]
  const filters = [filter, ...shuffled.map(({ filter }) => filter)]
  const columns = [...filters.flatMap((filter) => filter?.columns ?? []), ...single]
  return [...new Set(columns.filter((column) => column !== null))]
}

/**
 * SQL for the weight of each row, its stratum, its group and its time, then its weight for each permutation.
 */
export function partsQuery(column: PartColumn, relation: Relation): string {
  const { filter, strata, groups, permuted, division } = column
  const { dialect } = relation.engine
  const codeOf = (coded: CodedColumn | null) => (coded ? codeOrNone(coded.name, dialect) : dialect.number(0))
  const times = division.along ? [`${numbersOf(relation, division.along)} AS criba_time`] : []
  const selected = [
    permutedWeight({ filter, missingness: null }, dialect),
    codeOf(strata),
    codeOf(groups),
    division.along ? `coalesce(criba_time, ${dialect.number(NaN)})` : dialect.number(0),
    ...[...permuted.values()].map((one) => permutedWeight(one, dialect)),
  ]
  const { from } = fromRelation(relation, times, columnsOfDivision(column))
  return selectByKey({ from, key: rowKey }, selected, dialect)
}

/** Assigns the rows to parts, and stores the part numbers in the engine. */
export async function storeParts(column: PartColumn, relation: Relation, table: string): Promise<void> {
  const { engine, rows } = relation
  const { division, permuted } = column
  const found = Array.from({ length: 4 + permuted.size }, () => new Float64Array(rows))
  const [weights, strata, groups, times, ...shuffled] = found
  await takeByKey(engine, partsQuery(column, relation), rows, (block) => {
    for (const [i, values] of found.entries()) block.put(i, values)
  })
  const names = [...permuted.keys()]
  const permute = (name: ColumnOfDivision, values: Float64Array) => {
    const one = permuted.get(name)
    if (!one) return values
    const from = permutedFrom(one, relation, shuffled[names.indexOf(name)])
    return Float64Array.from(from, (at) => values[at])
  }
  const parts = assignParts(division, rows, rowsAbove0(weights), {
    strata: column.strata ? permute('by', strata) : null,
    groups: column.groups ? permute('together', groups) : null,
    times: division.along ? permute('along', times) : null,
    hashes: null,
  })
  const none = countParts(division)
  const codes = Uint32Array.from(parts, (part) => (part === none ? noCode : part))
  await storeCodes(engine.tables!, table, [column.name], [codes])
}

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
