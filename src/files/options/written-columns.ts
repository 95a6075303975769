import { indicatorName } from '#core'

/** Data with named columns. */
export interface Named {
  readonly columns: readonly { readonly name: string }[]
}

/** The indicators that a column of lists has become. */
export function indicatorsMade(list: string, read: Named, data: Named): readonly string[] {
  const before = new Set(read.columns.map(({ name }) => name))
  const start = indicatorName(list, '')
  return data.columns.map(({ name }) => name).filter((name) => name.startsWith(start) && !before.has(name))
}

/** The columns of a file that hold some columns of its table: of lists that were split the list. */
export function columnsToWrite(
  columns: readonly string[],
  made: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const lists = [...made].filter(([, names]) => columns.some((name) => names.includes(name)))
  const indicators = new Set([...made.values()].flat())
  return [...lists.map(([list]) => list), ...columns.filter((name) => !indicators.has(name))]
}
