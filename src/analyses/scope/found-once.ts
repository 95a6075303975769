import type { Source } from '#core'
import type { ScopeColumn } from './scope.ts'

/** So many findings of one table are kept, the last ones. */
const mostKept = 12

const found = new WeakMap<object, Map<string, { readonly value: unknown }>>()

/**
 * Finds something once, and keeps it as long as what it is found of lives: the data of a source
 * (`identityOf`), or what was found of these. `key` names it and all that decides about it. What is
 * interrupted is not kept.
 */
export async function foundOnce<T>(of: object, key: string, find: () => Promise<T>): Promise<T> {
  let kept = found.get(of)
  if (!kept) {
    kept = new Map()
    found.set(of, kept)
  }
  const known = kept.get(key)
  if (known) return known.value as T
  const value = await find()
  kept.set(key, { value })
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break
    kept.delete(oldest)
  }
  return value
}

/** What sources of the same data share. */
export function identityOf(source: Source): object {
  return source.identity ?? source
}

/** A key of columns and of the types by which they are read. */
export function columnsKey(columns: readonly Pick<ScopeColumn, 'column' | 'type'>[]): string {
  return columns.map(({ column, type }) => (type === 'numeric' ? column : `${column}c`)).join()
}
