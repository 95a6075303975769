import type { Description, FindingKind, Warning } from '#core'
import type { FileFacts } from '#analyses/client'
import type { Workspace } from './workspace.ts'

/** Something to look at: about a column, or about how the file was read. */
export interface Found {
  readonly key: string
  readonly kind: FindingKind | 'warning'
  /** Of a warning. */
  readonly code?: Warning['code']
  readonly column?: string
  /** The column that it copies. */
  readonly of?: string
  readonly message: string
  readonly isGrave: boolean
  readonly remedy?: Warning['remedy']
}

const grave: ReadonlySet<string> = new Set(['leak', 'target-copy'])

/**
 * What was found: what is grave, how the file was read, then columns; without what someone has looked at, or
 * dropped.
 */
export function findingsOf(
  facts: FileFacts,
  description: Description | null,
  { seen, drop, group }: Workspace,
): readonly (Found & { readonly kind: Found['kind'] })[] {
  const ofColumns = (description?.columns ?? []).flatMap(({ name, findings = [] }) =>
    findings.map(({ kind, of, message, remedy }) => ({
      key: `${kind} ${name}`,
      kind,
      column: name,
      ...(of !== undefined && { of }),
      message,
      isGrave: grave.has(kind),
      ...(remedy && { remedy }),
    })),
  )
  const said = new Set(ofColumns.map(({ column, message }) => `${column} ${message}`))
  const warnings = description?.warnings ?? facts.warnings
  const others = warnings
    .filter(({ code, column = '', message }) => code !== 'mended' && !said.has(`${column} ${message}`))
    .filter(({ code, column }) => !ofColumns.some((one) => one.column === column && one.kind === code))
    .map(({ code, message, remedy }) => ({
      key: `${code} ${message}`,
      kind: 'warning' as const,
      code,
      message,
      isGrave: false,
      ...(remedy && { remedy }),
    }))
  const dropped = new Set(drop)
  const hidden = new Set(seen)
  return [
    ...ofColumns.filter(({ isGrave }) => isGrave),
    ...others,
    ...ofColumns.filter(({ isGrave }) => !isGrave),
  ].filter(
    ({ key, ...one }) =>
      !hidden.has(key) &&
      !('column' in one && (dropped.has(one.column) || one.column === group)) &&
      one.kind !== 'time',
  )
}
