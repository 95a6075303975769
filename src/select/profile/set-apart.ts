import { CribaError } from '../../spec/error.ts'
import { firstFew } from '../../spec/names.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { ColumnRecord, Finding } from '../../trace/column-record.ts'
import type { Asker } from '../play/ask.ts'
import { columnsInPlay } from '../play/play.ts'
import { lookAtTarget } from '../play/target.ts'
import { plainRecord, profileColumns, setsApart } from './profile.ts'
import type { Profile } from './profile.ts'

/** The columns of a selection: what was found of each, and why some take no part. */
export interface LookedAt extends Profile {
  readonly apart: ReadonlyMap<string, Finding>
}

/** Looks at the columns of a selection and sets apart those unfit, unless they are taken as they are. */
export async function lookAtColumns(asker: Asker, spec: SettledSelectSpec): Promise<LookedAt> {
  const play = columnsInPlay(asker.source, { ...spec, missing: 'pairwise' })
  if (spec.asIs) {
    const records = play.features.map(plainRecord)
    return { records, ofTarget: [], apart: new Map(), warnings: [], fit: [] }
  }
  const facts = await lookAtTarget(asker, play, spec)
  const named = namedBy(spec)
  const profile = await profileColumns(asker, play, facts, named)
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

function nothingLeft(apart: LookedAt['apart']): CribaError {
  const reasons = [...apart].map(([name, { message }]) => `${name} ${message}`)
  return new CribaError(
    'unsuitable',
    `unsuitable columns: all are set apart (${firstFew(reasons, 3)}; keep some, or take all as they are)`,
  )
}

/** The columns that the user names, and so takes as they are. */
function namedBy({ keep, startFrom }: SettledSelectSpec): readonly string[] {
  return Array.isArray(startFrom) ? [...keep, ...(startFrom as readonly string[])] : keep
}

/** The records, with those that lack rows marked too, and why. */
export function markLacking(
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
