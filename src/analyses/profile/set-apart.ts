import { CribaError, firstFew } from '#core'
import type { ColumnRecord, Finding, SettledSelectSpec } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import { plainRecord, profileColumns, setsApart } from './profile.ts'
import type { Profile } from './profile.ts'

/** The profile of a selection's columns, with those that were set apart and why. */
export interface InspectedColumns extends Profile {
  readonly apart: ReadonlyMap<string, Finding>
}

/** Inspects the columns of a selection and sets unfit ones apart, unless the spec takes all as they are. */
export async function inspectColumns(
  batcher: RequestBatcher,
  spec: SettledSelectSpec,
): Promise<InspectedColumns> {
  const scope = scopeOf(batcher.source, { ...spec, missing: 'pairwise' })
  if (spec.asIs) {
    const records = scope.features.map(plainRecord)
    return { records, ofTarget: [], apart: new Map(), warnings: [], ofRows: [], distinctRows: null, fit: [] }
  }
  const facts = await inspectTarget(batcher, scope, spec)
  const named = namedBy(spec)
  const profile = await profileColumns(batcher, scope, facts, named)
  const { records } = profile
  const taken = new Set(named)
  const apart = new Map(
    records.flatMap(({ name, findings = [] }) => {
      const finding = taken.has(name) ? undefined : findings.find(setsApart)
      return finding ? [[name, finding] as const] : []
    }),
  )
  if (apart.size === records.length) throw nothingLeft(apart)
  return {
    ...profile,
    records: records.map((record) => (apart.has(record.name) ? { ...record, setApart: true } : record)),
    apart,
  }
}

function nothingLeft(apart: InspectedColumns['apart']): CribaError {
  const reasons = [...apart].map(([name, { message }]) => `${name} ${message}`)
  return new CribaError(
    'unsuitable',
    `unsuitable columns: all are set apart (${firstFew(reasons, 3)}; keep some, or take all as they are)`,
  )
}

/** The columns that the user names and so wants as they are. */
function namedBy({ keep, startFrom }: SettledSelectSpec): readonly string[] {
  return Array.isArray(startFrom) ? [...keep, ...(startFrom as readonly string[])] : keep
}

/** The records, with a finding added to the columns that lack rows. */
export function markColumnsLackingRows(
  records: readonly ColumnRecord[],
  lacking: ReadonlyMap<string, string>,
): readonly ColumnRecord[] {
  return records.map((record) => {
    const message = lacking.get(record.name)
    if (message === undefined) return record
    return {
      ...record,
      findings: [{ kind: 'few-rows', message }, ...(record.findings ?? [])],
      setApart: true,
    }
  })
}
