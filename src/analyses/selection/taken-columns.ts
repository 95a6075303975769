import { CribaError, firstFew } from '#core'
import type { SettledDataSpec, SettledSelectSpec, Source, Warning } from '#core'
import { readsOf } from '#methods'
import { typesOf } from '../coding/assignment.ts'
import { scopeOf, withFeatures } from '../scope/scope.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import type { Scorer } from './scorer.ts'

/** Why columns take no part. */
export type RefusedColumns = ReadonlyMap<ScopeColumn, string>

/** The columns that a selection takes by their types, regardless of missing values. */
interface TakenColumns {
  /** All columns of the spec. */
  readonly all: AnalysisScope
  /** The columns that all criteria can take, over all rows that have a target. */
  readonly scope: AnalysisScope
  readonly refused: RefusedColumns
}

/**
 * Finds the columns that all criteria can take by their type, without the `excluded` ones; a criterion that
 * can take none is an error.
 */
export function findTakenColumns(
  criteria: readonly Scorer[],
  source: Source,
  spec: SettledDataSpec,
  excluded: readonly string[],
): TakenColumns {
  const all = scopeOf(source, { ...spec, missing: 'pairwise' })
  const isExcluded = new Set(excluded)
  const reads = criteria.map(({ criterion, options }) => readsOf(criterion, options, typesOf(all, null)))
  const refused = new Map<ScopeColumn, string>()
  const remaining = all.features.filter(({ name }) => !isExcluded.has(name))
  for (const column of remaining) {
    if (column.missing === source.rows) refused.set(column, 'no values')
    const unread = reads.findIndex(({ features }) => features[column.type] === null)
    if (unread >= 0 && !refused.has(column))
      refused.set(column, needsOther(criteria[unread].criterion, column))
  }
  if (refused.size === remaining.length) {
    const [first, why] = [...refused][0]
    throw new CribaError(
      'unsuitable',
      `unsuitable columns for ${criteria[0].criterion.id}: it can take none (${first.name}: ${why})`,
    )
  }
  const taken = refused.size === 0 ? remaining : remaining.filter((column) => !refused.has(column))
  return { all, scope: withFeatures(all, taken, 'pairwise'), refused }
}

function needsOther({ features }: Scorer['criterion'], { type }: ScopeColumn): string {
  return `${type} (needs ${features.numeric ? 'numbers' : 'levels'})`
}

/** One warning for each reason, naming the columns. */
export function refusedWarnings({ id }: Scorer['criterion'], refused: RefusedColumns): readonly Warning[] {
  return [...new Set(refused.values())].map((why) => {
    const names = [...refused].filter(([, other]) => other === why).map(([{ name }]) => name)
    return { code: 'unsuitable', message: `${id} leaves out ${firstFew(names, 5)}: ${why}` }
  })
}

/** Leaves out of a spec the columns that were set apart; they leave their groups and costs too. */
export function withoutColumns(spec: SettledSelectSpec, apart: Iterable<string>): SettledSelectSpec {
  const out = new Set(apart)
  const groups = Object.entries(spec.groups)
    .map(([group, names]) => [group, names.filter((name) => !out.has(name))] as const)
    .filter(([, names]) => names.length > 0)
  const costs = spec.costs && Object.entries(spec.costs).filter(([name]) => !out.has(name))
  return {
    ...spec,
    asIs: true,
    drop: [...spec.drop, ...out],
    groups: Object.fromEntries(groups),
    costs: costs && Object.fromEntries(costs),
  }
}
