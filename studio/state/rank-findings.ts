import type { Finding } from '#core'
import { isMisleading, isNoted } from './rank-columns.ts'

/** A finding as a row shows it. */
export interface NotedFinding extends Pick<Finding, 'kind' | 'message'> {
  readonly of?: string
  readonly isGrave: boolean
}

/**
 * The findings of columns, for a ranking: those a row shows, the columns whose scores mislead, and all that
 * is said.
 */
export function findingsIn(
  columns: readonly { readonly name: string; readonly findings?: readonly Finding[] }[],
): {
  readonly noted: ReadonlyMap<string, readonly NotedFinding[]>
  readonly apart: ReadonlySet<string>
  readonly said: ReadonlySet<string>
} {
  const noted = new Map<string, readonly NotedFinding[]>()
  const apart = new Set<string>()
  const said = new Set<string>()
  for (const { name, findings = [] } of columns) {
    for (const { kind, message } of findings) {
      said.add(`${name} ${message}`)
      if (isMisleading(kind)) apart.add(name)
    }
    const shown = findings.filter(({ kind }) => isNoted(kind)).slice(0, 1)
    if (shown.length > 0)
      noted.set(
        name,
        shown.map(({ kind, of, message }) => ({
          kind,
          ...(of !== undefined && { of }),
          message,
          isGrave: kind === 'leak' || kind === 'target-copy',
        })),
      )
  }
  return { noted, apart, said }
}
