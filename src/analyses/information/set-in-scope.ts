import { CribaError, eventColumnOf, unknownName, weightColumnOf } from '#core'
import type { EventVariable, SettledDataSpec, SettledScoreSpec, Source, Variable, Warning } from '#core'
import { readsOf } from '#methods'
import type { Reads, SubsetCriterion, Types } from '#methods'
import { typesOf } from '../coding/assignment.ts'
import type { CodingNeeds, Codings } from '../coding/codings.ts'
import type { ChosenCriterion } from '../scope/chosen-methods.ts'
import { scopeOf } from '../scope/scope.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { targetFor } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'

/** A criterion of sets that the spec names. */
type ChosenSetCriterion = ChosenCriterion<SubsetCriterion>

/** A criterion with the set as it reads it. */
export interface SetAssignment extends ChosenSetCriterion {
  readonly set: readonly Variable[]
  readonly given: readonly Variable[]
  readonly target: Variable | null
  /** What the target is the time until. */
  readonly event?: EventVariable
  readonly warning?: Warning
}

/**
 * A scope of the columns of a set, then those it is conditioned on, over the rows complete in these and the
 * target; or over all rows with a target, where all that reads them reads gaps.
 */
export function scopeWithSet(
  source: Source,
  spec: SettledDataSpec & Pick<SettledScoreSpec, 'features' | 'given'>,
  readsGaps = false,
): AnalysisScope {
  const names = source.columns.map(({ name }) => name)
  const known = new Set(names)
  const wanted = new Set<string>()
  const weights = weightColumnOf(spec)
  const event = eventColumnOf(spec.event, names)
  if (spec.features.length === 0) throw new CribaError('missing', 'missing features: the set is empty')
  for (const name of [...spec.features, ...spec.given]) {
    if (!known.has(name)) throw unknownName('feature', name, names)
    if (wanted.has(name)) throw new CribaError('invalid', `invalid features: ${name} is named twice`)
    if (name === spec.target) throw new CribaError('invalid', `invalid features: ${name} (it is the target)`)
    if (name === event) throw new CribaError('invalid', `invalid features: ${name} (it is the event)`)
    if (name === weights)
      throw new CribaError('invalid', `invalid features: ${name} (it is the weights column)`)
    wanted.add(name)
  }
  for (const name of spec.drop) {
    if (!known.has(name)) throw unknownName('column to drop', name, names)
    if (wanted.has(name)) throw new CribaError('invalid', `invalid drop: ${name} (it is in the set)`)
    if (name === spec.target) throw new CribaError('invalid', `invalid drop: ${name} (it is the target)`)
  }
  const others = names.filter((name) => !wanted.has(name) && ![spec.target, weights, event].includes(name))
  const missing = spec.missing === 'pairwise' && !readsGaps ? 'complete' : spec.missing
  const scope = scopeOf(source, { ...spec, drop: others, missing, given: [] })
  const columnOf = new Map(scope.features.map((column) => [column.name, column]))
  return { ...scope, features: [...wanted].map((name) => columnOf.get(name)!) }
}

/** Which columns the criteria read as values and which as levels. */
export function codingNeedsOfSet(
  criteria: readonly ChosenSetCriterion[],
  scope: AnalysisScope,
  facts: TargetFacts,
): CodingNeeds {
  const reads = criteria.map((chosen) => readsOfSet(chosen, typesOf(scope, facts)))
  criteria.forEach(({ criterion }, i) => targetFor(criterion, reads[i].target, scope, facts))
  const areRead = ({ type }: ScopeColumn, how: string) => reads.some(({ features }) => features[type] === how)
  return {
    levels: scope.features.filter((column) => areRead(column, 'levels')),
    values: scope.features.filter((column) => areRead(column, 'values') || areRead(column, 'distances')),
    targetLevels: reads.some(({ target }) => target === 'levels'),
    together: Math.max(2, ...criteria.map(({ criterion }) => criterion.together ?? scope.features.length)),
  }
}

/** The set as a criterion reads it; a column that it cannot read is an error, because the user named it. */
export function assignSet(
  chosen: ChosenSetCriterion,
  scope: AnalysisScope,
  facts: TargetFacts,
  codings: Codings,
  { features, missing: policy }: SettledScoreSpec,
): SetAssignment {
  const size = features.length
  const { criterion } = chosen
  const reads = readsOfSet(chosen, typesOf(scope, facts))
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
    ...chosen,
    set: variables.slice(0, size),
    given: variables.slice(size),
    target,
    ...(facts.event && { event: facts.event }),
    ...(reads.warning && {
      warning: { code: 'mixed-estimators', message: `${criterion.id}: ${reads.warning}` },
    }),
  }
}

function readsOfSet({ criterion, options }: ChosenSetCriterion, types: Types): Reads {
  return readsOf(criterion, options, types)
}
