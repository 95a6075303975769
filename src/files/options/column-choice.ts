import { unknownName } from '#core'
import { indicatorName } from '../cells/split-lists.ts'
import type { TextOptions } from '#core'
import type { ColumnTypes } from '../cells/column-types.ts'
import type { KnownLevels } from '../cells/fold-levels.ts'

/** Which columns are read, and with which types. */
export interface ColumnChoice {
  readonly types?: ColumnTypes
  readonly drop?: readonly string[]
  /** Columns that are filled down; otherwise those of the options. */
  readonly fillDown?: readonly string[]
  /**
   * Chooses both from the names of the columns instead; it is called again if these change. If a query makes
   * the data, it is called for the columns of the file first (`areAll` is false), then for those of the
   * query.
   */
  readonly choose?: (names: readonly string[], areAll: boolean) => ChosenColumns
}

/** What is chosen of columns whose names are known. */
export interface ChosenColumns extends Pick<TextOptions, 'fillDown' | 'foldLevels' | 'split'> {
  readonly types?: ColumnTypes
  readonly drop?: readonly string[]
  /** Levels that other data had, whose spellings come first. */
  readonly known?: KnownLevels
  /** Indicators of items that are made even if no cell has the item. */
  readonly indicators?: readonly string[]
}

/**
 * The choice for data with the given columns; refuses unknown names. The name of one of the `groups` drops
 * all of its columns; the types of columns that are `typed` already, from which a query made others, are no
 * unknown names.
 */
export function resolveChoice(
  { choose, ...given }: ColumnChoice,
  names: readonly string[],
  groups: ReadonlyMap<string, readonly string[]> = new Map(),
  typed: ReadonlySet<string> = new Set(),
): Omit<ColumnChoice, 'choose'> {
  const { drop, ...others } = choose ? choose(names, true) : given
  const dropped = drop?.flatMap((name) => (names.includes(name) ? [name] : (groups.get(name) ?? [name])))
  const choice = { ...others, ...(dropped && { drop: dropped }) }
  const known = new Set(names)
  for (const name of [
    ...Object.keys(choice.types ?? {}).filter((key) => key !== '*' && !typed.has(key)),
    ...(choice.drop ?? []),
  ]) {
    if (!known.has(name)) throw unknownName('column', name, names)
  }
  return choice
}

/** The test whether a column is read. */
export function keepFilter({ drop }: ColumnChoice): (name: string) => boolean {
  const dropped = new Set(drop)
  return (name) => !dropped.has(name)
}

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
