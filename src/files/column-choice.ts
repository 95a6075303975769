import type { ColumnTypes } from '../columns/from-columns.ts'
import { unknownName } from '../spec/error.ts'

/** Which columns are read, and as what types. */
export interface ColumnChoice {
  readonly types?: ColumnTypes
  readonly drop?: readonly string[]
}

/** Refuses names the data do not have. */
export function checkChoice({ types, drop }: ColumnChoice, names: readonly string[]): void {
  const known = new Set(names)
  for (const name of [...Object.keys(types ?? {}).filter((key) => key !== '*'), ...(drop ?? [])]) {
    if (!known.has(name)) throw unknownName('column', name, names)
  }
}

/** Whether a column is read. */
export function keptBy({ drop }: ColumnChoice): (name: string) => boolean {
  const dropped = new Set(drop)
  return (name) => !dropped.has(name)
}
