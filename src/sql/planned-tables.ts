import type { SqlBatch } from './batch.ts'
import type { CodedColumn, CodeTable } from './coded-column.ts'
import { commonTable } from './from.ts'
import type { PermutedCodes } from './permuted-codes.ts'
import { splitList } from './slices.ts'

/** The most columns coded in one pass over the relation. */
const columnsPerPass = 200
/** The most columns of other passes that a pass codes again, because they are counted with its own, to avoid a join. */
const mostRecoded = 32

/** The tables that a batch makes, in the order in which they are made. */
export interface PlannedTables {
  /** Tables that are each coded in one pass over the relation. */
  readonly coding: readonly CodeTable[]
  readonly permuted: readonly { readonly codes: PermutedCodes; readonly table: CodeTable }[]
  /** Tables joined from others. */
  readonly merged: readonly CodeTable[]
}

/** Plans tables such that one contains all columns that are counted together, so that counting queries need no join. */
export function planTables(batch: SqlBatch): PlannedTables {
  const { sets, columns, permuted, parts } = batch
  const planned = new Map<CodedColumn, readonly CodeTable[]>()
  const tablesOf = (column: CodedColumn) => planned.get(column) ?? [...column.tables]
  const plan = (table: CodeTable) => {
    for (const column of table.columns) planned.set(column, [...tablesOf(column), table])
    return table
  }
  const stored = new Set([...sets.flat(), ...[...columns].filter(({ isInline }) => !isInline)])
  const lacking = [...stored].filter(({ tables, sql }) => sql !== null && tables.size === 0)
  const coding = codingPasses(lacking, sets).map(plan)
  for (const column of parts) if (column.tables.size === 0) plan({ name: '', columns: new Set([column]) })
  const permutedTables = [...permuted.values()].map((codes) => {
    const columns = [...codes.columns.values()]
    const table = plan({ name: `criba_permuted_${columns[0].name}`, columns: new Set(columns) })
    return { codes, table }
  })
  const spread = sets.filter((set) => !commonTable(set, tablesOf))
  const temporary = batch.temporary()
  const merged = groupsOf(spread).map((group): CodeTable => {
    const isTemporary = group.some((column) => temporary.has(column))
    const whole = group.flatMap((column) => [...(tablesOf(column)[0]?.columns ?? [])])
    // Later sets will need the same tables, so permanent tables are merged with all their columns.
    return { name: `criba_merged_${batch.newName()}`, columns: new Set(isTemporary ? group : whole) }
  })
  return { coding, permuted: permutedTables, merged }
}

/** Splits the columns to code into passes; a pass also codes again the few columns that its own are counted with. */
function codingPasses(
  lacking: readonly CodedColumn[],
  sets: readonly (readonly CodedColumn[])[],
): readonly CodeTable[] {
  if (lacking.length === 0) return []
  const together = new Map<CodedColumn, Set<CodedColumn>>()
  for (const set of sets) {
    for (const column of set) {
      const others = together.get(column) ?? new Set()
      together.set(column, others)
      for (const other of set) others.add(other)
    }
  }
  return [...splitList(lacking, columnsPerPass)].map((pass) => {
    const own = new Set(pass)
    const beside = new Set(pass.flatMap((column) => [...(together.get(column) ?? [])]))
    const again = [...beside].filter((column) => column.sql !== null && !own.has(column))
    const columns = new Set([...pass, ...(again.length <= mostRecoded ? again : [])])
    return { name: `criba_codes_${pass[0].name}`, columns }
  })
}

/** Groups of columns: sets that share columns are joined. */
function groupsOf(sets: readonly (readonly CodedColumn[])[]): readonly (readonly CodedColumn[])[] {
  const groupOf = new Map<CodedColumn, Set<CodedColumn>>()
  for (const set of sets) {
    const groups = new Set(set.flatMap((column) => groupOf.get(column) ?? []))
    const [largest = new Set<CodedColumn>()] = [...groups].sort((a, b) => b.size - a.size)
    for (const column of [
      ...[...groups].filter((group) => group !== largest).flatMap((group) => [...group]),
      ...set,
    ]) {
      largest.add(column)
      groupOf.set(column, largest)
    }
  }
  return [...new Set(groupOf.values())].map((group) => [...group])
}
