import type { ColumnTypes } from '../columns/from-columns.ts'
import { unknownName } from '../spec/error.ts'

/** Which columns are read, and as what types. */
export interface ColumnChoice {
  readonly types?: ColumnTypes
  readonly drop?: readonly string[]
  /**
   * Decides both instead, once the names of the data are known; it is called again where these change. Where a query makes
   * the data, it is asked for the columns of the file too, which are not all that it will be asked for.
   */
  readonly choose?: (
    names: readonly string[],
    areAll: boolean,
  ) => { readonly types?: ColumnTypes; readonly drop?: readonly string[] }
}

/** The choice among the columns that the data have; names they do not have are refused. */
export function choiceAmong(
  { choose, ...given }: ColumnChoice,
  names: readonly string[],
): Omit<ColumnChoice, 'choose'> {
  const choice = choose ? choose(names, true) : given
  const known = new Set(names)
  for (const name of [
    ...Object.keys(choice.types ?? {}).filter((key) => key !== '*'),
    ...(choice.drop ?? []),
  ]) {
    if (!known.has(name)) throw unknownName('column', name, names)
  }
  return choice
}

/** Whether a column is read. */
export function keptBy({ drop }: ColumnChoice): (name: string) => boolean {
  const dropped = new Set(drop)
  return (name) => !dropped.has(name)
}
