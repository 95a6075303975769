import { readsOf } from '../../criteria/criterion.ts'
import type { Reads, Types } from '../../criteria/criterion.ts'
import type { SubsetCriterion } from '../../criteria/subset-criterion.ts'
import type { Source } from '../../sources/source.ts'
import { CribaError, unknownName } from '../../spec/error.ts'
import { weightColumnOf } from '../../spec/weights-spec.ts'
import type { SettledDataSpec, SettledScoreSpec } from '../../spec/rank-spec.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { Warning } from '../../trace/warning.ts'
import { typesOf } from '../scope/assignment.ts'
import type { Chosen } from '../scope/chosen-methods.ts'
import type { Codings, Wanted } from '../scope/codings.ts'
import { scopeOf } from '../scope/scope.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { targetFor } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'

/** A criterion of sets of the spec. */
export type ChosenMerit = Chosen<SubsetCriterion>

/** A criterion and the set as it reads it. */
export interface PlacedSet extends ChosenMerit {
  readonly set: readonly Variable[]
  readonly given: readonly Variable[]
  readonly target: Variable | null
  readonly warning?: Warning
}

/** The columns of a set, then those it is conditioned on, and the target; only the rows complete in all of them. */
export function scopeWithSet(
  source: Source,
  spec: SettledDataSpec & Pick<SettledScoreSpec, 'features' | 'given'>,
): AnalysisScope {
  const names = source.columns.map(({ name }) => name)
  const wanted = [...spec.features, ...spec.given]
  const weights = weightColumnOf(spec)
  if (spec.features.length === 0) throw new CribaError('missing', 'missing features: the set names none')
  wanted.forEach((name, i) => {
    if (!names.includes(name)) throw unknownName('feature', name, names)
    if (wanted.indexOf(name) < i) throw new CribaError('invalid', `invalid features: ${name} is named twice`)
    if (name === spec.target) throw new CribaError('invalid', `invalid features: ${name} (it is the target)`)
    if (name === weights) throw new CribaError('invalid', `invalid features: ${name} (it holds the weights)`)
  })
  for (const name of spec.drop) {
    if (!names.includes(name)) throw unknownName('column to drop', name, names)
    if (wanted.includes(name)) throw new CribaError('invalid', `invalid drop: ${name} (it is of the set)`)
    if (name === spec.target) throw new CribaError('invalid', `invalid drop: ${name} (it is the target)`)
  }
  const others = names.filter((name) => !wanted.includes(name) && name !== spec.target && name !== weights)
  const missing = spec.missing === 'pairwise' ? 'complete' : spec.missing
  const scope = scopeOf(source, { ...spec, drop: others, missing })
  return { ...scope, features: wanted.map((name) => scope.features.find((column) => column.name === name)!) }
}

/** Which columns the criteria read by values and which by levels. */
export function wantedBySet(
  merits: readonly ChosenMerit[],
  scope: AnalysisScope,
  facts: TargetFacts,
): Wanted {
  const reads = merits.map((merit) => readsOfSet(merit, typesOf(scope, facts)))
  merits.forEach(({ criterion }, i) => targetFor(criterion, reads[i].target, scope, facts))
  const areRead = ({ type }: ScopeColumn, how: string) => reads.some(({ features }) => features[type] === how)
  return {
    levels: scope.features.filter((column) => areRead(column, 'levels')),
    values: scope.features.filter((column) => areRead(column, 'values') || areRead(column, 'distances')),
    targetLevels: reads.some(({ target }) => target === 'levels'),
    together: Math.max(2, ...merits.map(({ criterion }) => criterion.together ?? scope.features.length)),
  }
}

/** The set as a criterion reads it; a column it cannot read is an error, as the user named it. */
export function placeSet(
  merit: ChosenMerit,
  scope: AnalysisScope,
  facts: TargetFacts,
  codings: Codings,
  { features, missing: policy }: SettledScoreSpec,
): PlacedSet {
  const size = features.length
  const { criterion } = merit
  const reads = readsOfSet(merit, typesOf(scope, facts))
  const target = targetFor(criterion, reads.target, scope, facts, codings.target)
  const variables = scope.features.map(({ name, type, column, missing }) => {
    const how = reads.features[type]
    if (!how) {
      const needs = type === 'numeric' ? 'levels' : 'numbers'
      throw new CribaError(
        'unsuitable',
        `unsuitable column for ${criterion.id}: ${name} is ${type} (needs ${needs})`,
      )
    }
    if (how !== 'levels' && policy === 'level' && missing > 0) {
      throw new CribaError(
        'unsuitable',
        `unsuitable column for ${criterion.id}: ${name} has missing values (numbers have no level of their own)`,
      )
    }
    return codings[how === 'levels' ? 'levels' : 'values'].get(column)!
  })
  if (variables.length > size && !criterion.conditional) {
    throw new CribaError('invalid', `invalid given: ${criterion.id} is not conditioned on other columns`)
  }
  return {
    ...merit,
    set: variables.slice(0, size),
    given: variables.slice(size),
    target,
    ...(reads.warning && {
      warning: { code: 'mixed-estimators', message: `${criterion.id}: ${reads.warning}` },
    }),
  }
}

function readsOfSet({ criterion, options }: ChosenMerit, types: Types): Reads {
  return readsOf(criterion, options, types)
}
