import { CribaError } from '#core'
import type { Warning } from '#core'
import type { JsonParts, PartList } from './json-parts.ts'

/** Rows as JSON, one object each on its line, and what is said of them. */
export interface JsonRows {
  readonly lines: Iterable<string>
  readonly warnings: readonly Warning[]
  /** The name of the list in which they stand, if an object is around it. */
  readonly inside?: string
}

/** A value that is missing. */
export const missing = 'null'

/** Whether names of rows, or texts of them, only count from 0. */
export function areNumbers(names: readonly string[]): boolean {
  return names.every((name, i) => name.replaceAll('"', '') === String(i))
}

/** Rows as objects; names of rows that do not only count are a column of their own, as in a file of text. */
export function linesOf(
  names: readonly string[],
  rows: Iterable<readonly string[]>,
  index: readonly string[] | undefined,
  label: string,
): Iterable<string> {
  if (new Set(names).size < names.length) {
    const repeated = names.find((name, i) => names.indexOf(name) < i)!
    const message = `unreadable file: ${label} has several columns ${wordOf(repeated)} (give each its own name)`
    throw new CribaError('unreadable', message)
  }
  if (!index || areNumbers(index)) return objectsOf(names, rows, null)
  let name = 'index'
  while (names.includes(JSON.stringify(name))) name += '_'
  return objectsOf([JSON.stringify(name), ...names], rows, index)
}

function* objectsOf(
  names: readonly string[],
  rows: Iterable<readonly string[]>,
  index: readonly string[] | null,
): Generator<string> {
  let number = 0
  for (const row of rows) {
    const values = index ? [index[number++], ...row] : row
    yield `{${names.map((name, i) => `${name}:${values[i] ?? missing}`).join(',')}}`
  }
}

export function namesOf(json: JsonParts, parts: PartList): string[] {
  return Array.from({ length: parts.length }, (_, i) => json.textOf(parts.name(i)))
}

export function textsOf(json: JsonParts, parts: PartList): string[] {
  return Array.from({ length: parts.length }, (_, i) => json.textOf(parts.value(i)))
}

/** A name as it is read; a character was a byte. */
export function wordOf(name: string): string {
  return JSON.parse(Buffer.from(name, 'latin1').toString('utf8')) as string
}

export function unevenLists(label: string): CribaError {
  const remedy = 'write a list of as many values for each row, in the order of the columns'
  return new CribaError(
    'unreadable',
    `unreadable file: ${label} has rows that do not fit its columns (${remedy})`,
  )
}

export function noRows(label: string): CribaError {
  const remedy = "write a list of rows, as df.to_json(path, orient='records') of pandas does"
  return new CribaError(
    'unreadable',
    `unreadable file: ${label} is one object that holds the parts of a table (${remedy})`,
  )
}
