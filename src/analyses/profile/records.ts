import type { ColumnRecord, Finding, FindingKind, Warning } from '#core'
import type { ScopeColumn } from '../scope/scope.ts'
import type { ColumnContents } from './contents.ts'
import { codeWarnings } from './missing-value-codes.ts'

/** Findings that every analysis warns of, beside numbers that may stand for a missing value. */
const warnedKinds = ['target-copy', 'leak'] as const satisfies readonly FindingKind[]
/** The record of a column without findings. */
export function plainRecord({ name, type, time, missing }: ScopeColumn): ColumnRecord {
  return { name, type, ...(time && { time }), missing }
}

export function recordOf(
  { column, distinct, n }: ColumnContents,
  findings: readonly Finding[],
): ColumnRecord {
  return {
    ...plainRecord(column),
    // The distinct values of numbers are not always counted.
    ...(column.type === 'categorical' && distinct !== null && n > 0 && { distinct }),
    ...(findings.length > 0 && { findings }),
  }
}

/** What of the findings every analysis warns of. */
export function warningsOf(records: readonly ColumnRecord[]): readonly Warning[] {
  const plain = records.flatMap(({ name, findings = [] }) =>
    findings.flatMap(({ kind, message }): readonly Warning[] => {
      const code = warnedKinds.find((warned) => warned === kind)
      return code ? [{ code, column: name, message: `column ${name} ${message}` }] : []
    }),
  )
  return [...plain, ...codeWarnings(records)]
}
