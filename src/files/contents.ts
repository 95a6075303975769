import type { Table } from '../columns/table.ts'
import type { DuckEngine } from '../sources/duckdb/engine.ts'
import type { Relation } from '../sources/sql/relation.ts'
import type { ColumnChoice } from './column-choice.ts'
import type { OpenOptions } from './open-options.ts'
import { engineContents, queryContents } from './engine-contents.ts'
import { tableContents } from './table-contents.ts'
import { textContents } from './text-contents.ts'
import { readArff } from './read/arff.ts'
import { readArrow } from './read/arrow.ts'
import { fileBytes } from './read/bytes.ts'
import { findInput } from './read/input.ts'
import type { Input } from './read/input.ts'
import type { Scratch } from './read/scratch.ts'
import { storeTable } from '../sources/duckdb/store-table.ts'
import { openText } from './text/read-text.ts'
import { outputFor } from './write/output.ts'
import type { Output } from './write/output.ts'
import type { Reducer } from './write/reducers.ts'

/** The contents of an opened file, which are read when they are asked for. */
export interface FileContents {
  table(): Promise<Table>
  relation(): Promise<Relation>
  /** A table where there are few enough values for memory, else a relation of the engine. */
  tableOrRelation(): Promise<Table | Relation>
  /** Writes columns of the file; only after one of the above was made. */
  readonly reducer: () => Reducer
}

/** A file that is open. */
export interface Opened extends FileContents {
  /** Where columns are to be written, if anywhere. */
  readonly output: Output | undefined
}

/** How a file is opened, and where columns of it are written, if anywhere. */
export interface DataOptions extends OpenOptions {
  readonly output?: string
}

/** Starts the engine, once. */
export type StartEngine = () => Promise<DuckEngine>

/** Opens a file, or runs a query over it; temporary files go to `scratch`. */
export async function openData(
  path: string,
  options: DataOptions,
  scratch: Scratch,
  engine: StartEngine,
): Promise<Opened> {
  const input = await findInput(path, scratch, engine, options.signal)
  const files = input.files.map((file) => file.path)
  const output =
    options.output === undefined ? undefined : outputFor(options.output, path === '-' ? ['-'] : files)
  // What a query may touch besides the files it reads.
  const allowed = () => [...files, ...scratch.files(), ...(output ? [output.aside] : [])]
  return { ...(await contentsOf(input, options, engine, allowed)), output }
}

async function contentsOf(
  input: Input,
  options: OpenOptions,
  engine: StartEngine,
  allowed: () => readonly string[],
): Promise<FileContents> {
  const { format, files, label } = input
  if (format === 'text') {
    const text = await openText(files.map(fileBytes), label, options)
    return textContents(text, options, engine, allowed)
  }
  if (format === 'arrow' || format === 'arff') {
    const read = (choice: ColumnChoice) =>
      format === 'arrow' ? readArrow(files[0], choice) : readArff(files[0], choice)
    if (options.sql === undefined) return tableContents(await read(options), engine, read)
    const running = await engine()
    return queryContents(running, await storeTable(running, await read({})), options, allowed())
  }
  return engineContents(await engine(), input, options, allowed())
}
