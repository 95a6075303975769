/** One table of counts: what to count over, by what, and through which rows. */
export interface CountedSet {
  /** Number by which its rows of the result are known. */
  readonly place: number
  /** What stands after FROM. */
  readonly from: string
  /** Columns of levels, NULL where a row has none. */
  readonly columns: readonly string[]
  /** Further conditions on the rows. */
  readonly where: readonly string[]
  /** A column of weights; null where each row counts once. */
  readonly weight: string | null
}

/** So many tables at most in one statement; more take memory and gain nothing. */
export const setsPerStatement = 100

/** How many cells of each table hold each count, never the cells: place, count, cells. */
export function countsOfCounts(sets: readonly CountedSet[]): string {
  return sets
    .map((set) => {
      const cells = `SELECT ${total(set)} AS n ${grouped(set)}`
      return `SELECT ${set.place} AS place, n::DOUBLE AS n, count(*)::DOUBLE AS cells FROM (${cells}) GROUP BY n`
    })
    .join(' UNION ALL ')
}

/** The cells that occur: place, a level for each variable (NULL beyond the width of a table), count. */
export function cellsOf(sets: readonly CountedSet[]): string {
  const width = Math.max(...sets.map(({ columns }) => columns.length))
  return sets
    .map((set) => {
      const levels = Array.from(
        { length: width },
        (_, i) => `${set.columns[i] ?? 'NULL'}::INTEGER AS level${i}`,
      )
      return `SELECT ${set.place} AS place, ${levels.join(', ')}, ${total(set)}::DOUBLE AS n ${grouped(set)}`
    })
    .join(' UNION ALL ')
}

function total({ weight }: CountedSet): string {
  return weight === null ? 'count(*)' : `sum(${weight})`
}

function grouped({ from, columns, where }: CountedSet): string {
  const conditions = [...columns.map((column) => `${column} IS NOT NULL`), ...where]
  return `FROM ${from} WHERE ${conditions.join(' AND ')} GROUP BY ${columns.join(', ')}`
}
