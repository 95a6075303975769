import type { ResultTable } from '#core'
import { csv } from './csv.ts'
import { markdown } from './markdown.ts'

/** The formats that write the tables of a result, by the name that `--format` takes. */
export const tableWriters = { csv, markdown } as const satisfies Readonly<
  Record<string, (tables: readonly ResultTable[]) => string>
>
