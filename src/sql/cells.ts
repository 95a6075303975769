import type { Dialect, PackedColumn, SumBounds } from './dialect.ts'

/** One table of counts: its source, its columns, and the rows that are counted. */
export interface CountedSet {
  /** The number that identifies its rows in the result. */
  readonly place: number
  /** The FROM clause. */
  readonly from: string
  /** Columns of level codes, NULL if a row has none, or of values. */
  readonly columns: readonly CountedColumn[]
  /** Additional conditions on the rows. */
  readonly where: readonly string[]
  /** How much a row counts; `null` if every row counts once. */
  readonly weight: CountedWeight | null
}

export interface CountedColumn {
  readonly name: string
  /** The number of levels; `null` for values. */
  readonly levels: number | null
}

/** The expression for weights; with bounds if these are fractions, whose sums depend on their order. */
interface CountedWeight {
  readonly sql: string
  readonly fractions: SumBounds | null
}

/** The most tables per statement; more take memory and save no time. */
export const setsPerStatement = 100

/**
 * SQL for counts of counts, which returns no cells: place of the table, count, number of cells with this
 * count.
 */
export function countsOfCounts(sets: readonly CountedSet[], dialect: Dialect): string {
  return sets
    .map((set) => {
      const key = packed(set.columns, dialect)?.key ?? namesOf(set)
      const cells = `SELECT ${total(set, dialect)} AS t ${filtered(set)} GROUP BY ${key}`
      return `SELECT ${set.place} AS place, ${dialect.double('t')} AS n, ${dialect.double('count(*)')} AS cells FROM (${cells}) GROUP BY t`
    })
    .join(' UNION ALL ')
}

/**
 * SQL for the cells that occur: place of the table, a level per variable (NULL beyond the table's width),
 * count.
 */
export function cellsOf(sets: readonly CountedSet[], dialect: Dialect): string {
  const width = Math.max(...sets.map(({ columns }) => columns.length))
  return sets
    .map((set) => {
      const { place, columns } = set
      const pack = packed(columns, dialect)
      const found = pack?.levels('k') ?? columns.map(({ name }) => name)
      const levels = Array.from({ length: width }, (_, i) => {
        const level = found[i]
        return `${level === undefined ? 'NULL' : dialect.double(level)} AS level${i}`
      })
      const [from, grouped] = pack
        ? [
            `FROM (SELECT ${pack.key} AS k, ${total(set, dialect)} AS t ${filtered(set)} GROUP BY ${pack.key})`,
            '',
          ]
        : [filtered(set), ` GROUP BY ${namesOf(set)}`]
      const count = dialect.double(pack ? 't' : total(set, dialect))
      return `SELECT ${place} AS place, ${levels.join(', ')}, ${count} AS n ${from}${grouped}`
    })
    .join(' UNION ALL ')
}

function packed(columns: readonly CountedColumn[], dialect: Dialect) {
  const isCoded = columns.every((column): column is PackedColumn => column.levels !== null)
  return isCoded ? dialect.pack(columns) : null
}

function total({ weight }: CountedSet, dialect: Dialect): string {
  if (weight === null) return 'count(*)'
  return weight.fractions ? dialect.preciseSum(weight.sql, weight.fractions) : `sum(${weight.sql})`
}

function namesOf({ columns }: CountedSet): string {
  return columns.map(({ name }) => name).join(', ')
}

/** The FROM of a set with its rows: those with a level of each column. */
export function filtered({ from, columns, where }: CountedSet): string {
  const conditions = [...columns.map(({ name }) => `${name} IS NOT NULL`), ...where]
  return `FROM ${from} WHERE ${conditions.join(' AND ')}`
}
