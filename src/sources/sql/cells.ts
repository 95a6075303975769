/** One table of counts: its source, its columns, and the rows that are counted. */
export interface CountedSet {
  /** The number that identifies its rows in the result. */
  readonly place: number
  /** The FROM clause. */
  readonly from: string
  /** Columns of level codes, NULL if a row has none. */
  readonly columns: readonly string[]
  /** Additional conditions on the rows. */
  readonly where: readonly string[]
  /** The column of weights; `null` if every row counts once. */
  readonly weight: string | null
}

/** The most tables per statement; more take memory and save no time. */
export const setsPerStatement = 100

/** SQL for counts of counts, which returns no cells: place of the table, count, number of cells with this count. */
export function countsOfCounts(sets: readonly CountedSet[]): string {
  return sets
    .map((set) => {
      const cells = `SELECT ${total(set)} AS n ${grouped(set)}`
      return `SELECT ${set.place} AS place, n::DOUBLE AS n, count(*)::DOUBLE AS cells FROM (${cells}) GROUP BY n`
    })
    .join(' UNION ALL ')
}

/** SQL for the cells that occur: place of the table, a level per variable (NULL beyond the table's width), count. */
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
