import { absorbsMissing, countedFamilies, countSets, emptyEntropies, EntropySums, membersOf } from '#core'
import type { EntropyRequest, Variable, View } from '#core'
import type { SqlBatch } from './batch.ts'
import { countsOfCounts, setsPerStatement } from './cells.ts'
import type { CountedSet } from './cells.ts'
import { countedColumn } from './coded-column.ts'
import type { CodedColumn } from './coded-column.ts'
import type { SumBounds } from './dialect.ts'
import { fromCodes } from './from.ts'
import { pairedStatement } from './paired-counts.ts'
import type { Occurrences, SetPair } from './paired-counts.ts'
import type { Relation } from './relation.ts'
import { countedRows } from './row-filter.ts'
import type { RowFilter } from './row-filter.ts'
import { splitList } from './slices.ts'
import { query } from './statement.ts'
import type { QueryTask, Statement } from './statement.ts'

/** A set of coded columns, and the rows over which it is counted. */
interface CodedSet {
  readonly columns: readonly CodedColumn[]
  readonly masks: readonly CodedColumn[]
  readonly filter: RowFilter | null
  /** All columns that are read. */
  readonly read: readonly CodedColumn[]
}

/** A set of columns counted by their raw values: no dictionary is made, so that the values may all differ. */
interface RawSet {
  readonly from: string
  readonly columns: readonly string[]
  readonly where: readonly string[]
}

/** The counts of a set; all members of the batch that are this set over the same rows share them. */
export type SetCounts = (CodedSet | { readonly raw: RawSet }) & {
  /** `cells[i]` cells have the count `counts[i]`. */
  readonly counts: number[]
  readonly cells: number[]
}

/** Computes entropies from counts of counts: the engine counts, logarithms are taken here. */
export function entropyTask(request: EntropyRequest, batch: SqlBatch): QueryTask {
  const { within, view } = request
  const filter = batch.filter(view)
  const newSets: SetCounts[] = []
  const countsFor = (key: string, make: () => SetCounts) => {
    const { setCounts } = batch
    const counted = setCounts.get(key) ?? make()
    if (!setCounts.has(key)) {
      setCounts.set(key, counted)
      newSets.push(counted)
    }
    return counted
  }
  const countsOf = (member: readonly Variable[], others: readonly Variable[]) => {
    const raw = rawSet(member, others, view, batch.relation)
    if (raw)
      return countsFor([raw.columns.join(' | '), raw.where.join(' | ')].join(' raw '), () => ({
        raw,
        counts: [],
        cells: [],
      }))
    const columns = [...new Set(member.map((variable) => batch.levels(variable, view)))]
    const masks = [...new Set(maskingColumns(others, member, batch))].map((column) =>
      batch.missingness(column),
    )
    const names = (set: readonly CodedColumn[]) => set.map(({ name }) => name).sort()
    const key = [names(columns), names(masks), filter?.sql].join(' | ')
    return countsFor(key, () => {
      const read = batch.count([...columns, ...masks], filter)
      return { columns, masks, filter, read, counts: [], cells: [] }
    })
  }
  const countsOfFamilies = countedFamilies(request).map((family) => {
    const complete = within && membersOf(within)
    return [...membersOf(family)].map((member) =>
      countsOf(member, (complete?.next().value as readonly Variable[] | undefined) ?? []),
    )
  })
  return {
    request: 'entropy',
    sets: countSets(request),
    statements: statementsFor(newSets, pairsIn(countsOfFamilies, newSets, request, batch), batch, view),
    finish() {
      const sums = new EntropySums(batch.total(view))
      const [of, also] = countsOfFamilies.map((members) => {
        const answer = emptyEntropies(members.length)
        members.forEach(({ counts, cells }, place) => sums.put(answer, place, counts, cells))
        return answer
      })
      return also ? { ...of, also } : of
    },
  }
}

/** Columns outside the member in which counted rows must have a value. */
function maskingColumns(
  within: readonly Variable[],
  member: readonly Variable[],
  { relation }: SqlBatch,
): readonly number[] {
  return within
    .filter((variable) => !member.includes(variable) && !absorbsMissing(variable))
    .map(({ column }) => column)
    .filter((column) => relation.columns[column].missing > 0)
}

/**
 * The set by its raw values, if all its codings are unfitted and every included row counts once; else `null`.
 */
function rawSet(
  member: readonly Variable[],
  within: readonly Variable[],
  { weights, sample, complete = [] }: View,
  { from, columns }: Relation,
): RawSet | null {
  const isRaw = member.every(
    ({ coding, fill, permuted }) => coding?.kind === 'values' && fill === undefined && !permuted,
  )
  if (!isRaw || within.length > 0 || weights !== undefined || sample) return null
  const sql = (column: number) => columns[column].sql
  const lacking = complete.filter((column) => columns[column].missing > 0)
  return {
    from,
    columns: [...new Set(member.map(({ column }) => sql(column)))],
    where: lacking.map((column) => `${sql(column)} IS NOT NULL`),
  }
}

/**
 * The sets that one pass counts with those that have one more variable, for engines that read the rows for
 * each set.
 */
function pairsIn(
  [sets, larger]: readonly (readonly SetCounts[])[],
  newSets: readonly SetCounts[],
  { also, view }: EntropyRequest,
  batch: SqlBatch,
): ReadonlyMap<SetCounts, SetPair> {
  const { relation } = batch
  const pairs = new Map<SetCounts, SetPair>()
  if (!also || relation.engine.tables || view.weights !== undefined) return pairs
  const more = batch.levels(also, view)
  const unpaired = new Set(newSets)
  sets.forEach((of, i) => {
    const withMore = larger[i]
    if ('raw' in of || 'raw' in withMore || !unpaired.has(of) || !unpaired.has(withMore)) return
    if (of.columns.includes(more)) return
    const both = () => {
      const from = fromCodes(relation, [...of.read, ...withMore.read])
      const counted = (set: SetCounts) => ({
        ...countedSet(set, { place: 0, fractions: null }, relation),
        from,
      })
      return [counted(of), counted(withMore)] as const
    }
    pairs.set(of, { of, withMore, more, sets: both })
    unpaired.delete(of)
    unpaired.delete(withMore)
  })
  return pairs
}

function statementsFor(
  newSets: readonly SetCounts[],
  paired: ReadonlyMap<SetCounts, SetPair>,
  batch: SqlBatch,
  view: View,
): readonly Statement[] {
  const { relation } = batch
  const pairs = [...paired.values()]
  const arePaired = new Set<Occurrences>(pairs.flatMap(({ of, withMore }) => [of, withMore]))
  const setCounts = newSets.filter((counted) => !arePaired.has(counted))
  const statements = [...splitList(pairs, setsPerStatement)].map((chunk) =>
    pairedStatement(chunk, relation.engine.dialect),
  )
  for (const chunk of splitList(setCounts, setsPerStatement)) {
    const sql = () => {
      const fractions = batch.fractions(view)
      const sets = chunk.map((counted, place) => countedSet(counted, { place, fractions }, relation))
      return countsOfCounts(sets, relation.engine.dialect)
    }
    statements.push(query(sql, addCount(chunk), () => batch.isFractional(view)))
  }
  return statements
}

function addCount(setCounts: readonly SetCounts[]) {
  return ([place, count, cells]: readonly unknown[]) => {
    const counted = setCounts[place as number]
    counted.counts.push(count as number)
    counted.cells.push(cells as number)
  }
}

function countedSet(
  counted: SetCounts,
  { place, fractions }: { readonly place: number; readonly fractions: SumBounds | null },
  relation: Relation,
): CountedSet {
  if ('raw' in counted) {
    const { from, columns, where } = counted.raw
    return { place, from, columns: columns.map((name) => ({ name, levels: null })), where, weight: null }
  }
  const { columns, masks, filter, read } = counted
  const { where, weight } = countedRows(filter, fractions)
  const masked = masks.map(({ name }) => `${name} = 0`)
  const from = fromCodes(relation, read)
  return { place, from, columns: columns.map(countedColumn), where: [...masked, ...where], weight }
}
