/** A level, and in how many rows it is. */
export interface CountedLevel {
  readonly level: string
  readonly rows: number
}

/** The levels of a column. */
export interface CountedLevels {
  readonly name: string
  readonly counted: readonly CountedLevel[]
}

/** The most columns and levels of a column that a message names. */
export const [mostColumns, mostGroups] = [5, 3]

/** A level as a message shows it. */
export function levelText({ level, rows }: CountedLevel): string {
  return `${JSON.stringify(level)} in ${rows} ${rows === 1 ? 'row' : 'rows'}`
}
