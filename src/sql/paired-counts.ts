import { countsOfCounts, filtered } from './cells.ts'
import type { CountedSet } from './cells.ts'
import { countedColumn } from './coded-column.ts'
import type { CodedColumn } from './coded-column.ts'
import type { Dialect, PackedCell, PackedColumn } from './dialect.ts'
import type { ResultRow } from './engine.ts'
import type { Statement } from './statement.ts'

/** How often each count occurs: `cells[i]` cells have the count `counts[i]`. */
export interface Occurrences {
  readonly counts: number[]
  readonly cells: number[]
}

/**
 * A set, and the same set with one more column, over the same rows but for those without a level of that
 * column.
 */
export interface SetPair {
  readonly of: Occurrences
  readonly withMore: Occurrences
  readonly more: CodedColumn
  /** Both as they are counted, once their columns are coded. */
  readonly sets: () => readonly [of: CountedSet, withMore: CountedSet]
}

/** The most cells of a set that are returned one by one; of larger sets counts of counts are. */
const mostCells = 4096

/**
 * Counts sets, and the same sets with one more column, in one pass over the rows each: the cells of the
 * larger are returned, and those of the smaller are their sums.
 */
export function pairedStatement(pairs: readonly SetPair[], dialect: Dialect): Statement {
  return {
    sql: () => pairs.map((pair, place) => branchesOf(pair, place, dialect)).join(' UNION ALL '),
    onOneThread: () => false,
    async run(engine, sql, worker) {
      const counting = pairs.map((pair) => ({
        ...pair,
        smaller: cellsOfSet(pair.sets()[0]),
        levels: countedColumn(pair.more).levels ?? 0,
        sums: new Map<number, number>(),
      }))
      for (const row of await engine.rows(sql, worker)) take(row, counting)
      for (const { of, sums } of counting) for (const count of sums.values()) add(of, count, 1)
    },
  }
}

/**
 * SQL for the cells of a pair: place of the pair, cell, count and 1. Where these are many: −1 for the smaller
 * set or −2, count, cells.
 */
function branchesOf(pair: SetPair, place: number, dialect: Dialect): string {
  const sets = pair.sets()
  const packed = packedCells(pair, sets[0], dialect)
  if (packed) {
    const numbers = [packed.key, 'count(*)', '1'].map((sql) => dialect.double(sql))
    return `SELECT ${place} AS place, ${numbers[0]} AS k, ${numbers[1]} AS n, ${numbers[2]} AS cells ${filtered(sets[0])} GROUP BY k`
  }
  return sets
    .map((set, i) => {
      const counts = countsOfCounts([{ ...set, place }], dialect)
      return `SELECT place, ${dialect.double(String(-1 - i))} AS k, n, cells FROM (${counts})`
    })
    .join(' UNION ALL ')
}

/** A pair whose cells are being added up. */
interface CountedPair extends SetPair {
  /** How many cells the smaller set may have, and how many levels the further column. */
  readonly smaller: number
  readonly levels: number
  /** The counts of the smaller set so far, by cell. */
  readonly sums: Map<number, number>
}

function take(row: ResultRow, pairs: readonly CountedPair[]): void {
  const [place, cell, count, cells] = row as readonly number[]
  const { of, withMore, smaller, levels, sums } = pairs[place]
  if (cell < 0) {
    add(cell === -1 ? of : withMore, count, cells)
    return
  }
  if (Math.floor(cell / smaller) < levels) add(withMore, count, 1)
  const own = cell % smaller
  sums.set(own, (sums.get(own) ?? 0) + count)
}

/**
 * The cells of the larger set as one number each; a row without a level of the further column counts in one
 * more.
 */
function packedCells({ more }: SetPair, of: CountedSet, dialect: Dialect): PackedCell | null {
  const { name, levels } = countedColumn(more)
  const columns = of.columns.filter((column): column is PackedColumn => column.levels !== null)
  if (levels === null || columns.length < of.columns.length) return null
  if (cellsOfSet(of) * (levels + 1) > mostCells) return null
  return dialect.pack([{ name: `coalesce(${name}, ${levels})`, levels: levels + 1 }, ...columns])
}

function cellsOfSet({ columns }: CountedSet): number {
  return columns.reduce((product, { levels }) => product * (levels ?? 1), 1)
}

function add({ counts, cells }: Occurrences, count: number, times: number): void {
  counts.push(count)
  cells.push(times)
}
