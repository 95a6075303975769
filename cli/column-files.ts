import { readFile } from 'node:fs/promises'
import { CribaError, MendableError, levelAt } from '#core'
import type { CategoricalColumn } from '#core'
import { tableFromCsv } from '#files/text'

/** Pairs of a column's name and its value, from a JSON object or a CSV file with a header and two columns. */
async function readPairs(path: string, what: string): Promise<readonly (readonly [string, unknown])[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new CribaError('unreadable', `unreadable ${what}: ${path} (${(cause as Error).message})`, { cause })
  }
  return path.endsWith('.json') ? fromJson(text, path, what) : fromCsv(text, path, what)
}

/**
 * Reads the columns of each group, by its name: lines of `feature,group`, or `{ "group": ["feature", …] }`.
 */
export async function readGroups(path: string): Promise<Record<string, string[]>> {
  const pairs = await readPairs(path, 'groups')
  const groups = Object.create(null) as Record<string, string[]>
  for (const [name, value] of pairs) {
    if (Array.isArray(value)) groups[name] = value.map(String)
    else (groups[String(value)] ??= []).push(name)
  }
  return groups
}

/** Reads the cost of each column: lines of `feature,cost`, or `{ "feature": cost }`. */
export async function readCosts(path: string): Promise<Record<string, number>> {
  const pairs = await readPairs(path, 'costs')
  const costs = Object.create(null) as Record<string, number>
  for (const [name, value] of pairs)
    costs[name] = typeof value === 'string' && value.trim() !== '' ? Number(value) : (value as number)
  return costs
}

function fromJson(text: string, path: string, what: string): readonly (readonly [string, unknown])[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new CribaError('unreadable', `unreadable ${what}: ${path} (${(cause as Error).message})`, { cause })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value)
  throw new CribaError('unreadable', `unreadable ${what}: ${path} (needs an object of names)`)
}

async function fromCsv(
  text: string,
  path: string,
  what: string,
): Promise<readonly (readonly [string, unknown])[]> {
  try {
    // Every cell is read as text: a name may be NA, and the caller reads the numbers.
    const { rows, columns } = await tableFromCsv(text, { types: { '*': 'categorical' }, missingWords: [] })
    if (columns.length !== 2) throw new CribaError('invalid', `${columns.length} columns (needs 2)`)
    const cells = (row: number) =>
      columns.map((column) => levelAt(column as CategoricalColumn, row)) as [string, string]
    return Array.from({ length: rows }, (_, row) => cells(row))
  } catch (cause) {
    if (!(cause instanceof CribaError)) throw cause
    // The options that mend data are none for this file.
    const { message } = cause instanceof MendableError ? (cause.cause as CribaError) : cause
    throw new CribaError('unreadable', `unreadable ${what}: ${path} (${message})`, { cause })
  }
}
