import { countLevels, CribaError, limits } from '#core'
import type { EventVariable, OptionTable, Shape, Variable } from '#core'
import { readsOf } from '#methods'
import type { CriterionFacts, LevelsToo, RankCriterion, TargetOfSeveral, Types } from '#methods'
import type { ChosenCriterion } from '../scope/chosen-methods.ts'
import type { GapPolicy } from '../scope/gap-policy.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { targetFor, targetsFor } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'
import type { CodingNeeds, Codings } from './codings.ts'

type Facts = CriterionFacts<OptionTable> & { readonly shape: Shape }

/** A ranker of the spec. */
export type ChosenMethod = ChosenCriterion<RankCriterion>

/** The columns that a method takes, and why it does not take the others. */
export interface Assignment<C extends Facts = RankCriterion> extends ChosenCriterion<C>, LevelsToo {
  readonly target: Variable | null
  /** The targets that it joins, for a method that reads their values. */
  readonly targets?: readonly TargetOfSeveral[]
  /** What the target is the time until, for a method that reads it. */
  readonly event?: EventVariable
  /** The blocks of rows, for a method that reads them. */
  readonly block?: Variable
  readonly columns: readonly ScopeColumn[]
  readonly features: readonly Variable[]
  readonly refused: ReadonlyMap<ScopeColumn, string>
  /** The group of each column that has one, where the method reads groups. */
  readonly groupOf?: ReadonlyMap<string, string>
}

/** The assignment with each of its variables as `read` gives it. */
export function readAssignment<C extends Facts>(
  assignment: Assignment<C>,
  read: (variable: Variable) => Variable,
): Assignment<C> {
  const { target, features } = assignment
  return {
    ...assignment,
    target: target && read(target),
    ...readTargets(assignment, read),
    ...readEvent(assignment, read),
    features: features.map(read),
    ...readLevels(assignment, read),
  }
}

/** Several targets, each variable as `read` gives it. */
export function readTargets(
  { targets }: { readonly targets?: readonly TargetOfSeveral[] },
  read: (variable: Variable) => Variable,
): { readonly targets?: readonly TargetOfSeveral[] } {
  return targets ? { targets: targets.map((one) => ({ ...one, values: read(one.values) })) } : {}
}

/** The event of a target, its variable as `read` gives it. */
export function readEvent(
  { event }: { readonly event?: EventVariable },
  read: (variable: Variable) => Variable,
): { readonly event?: EventVariable } {
  return event ? { event: { ...event, variable: read(event.variable) } } : {}
}

/** A method with the names of its columns. */
export function withNames(assignment: Assignment) {
  return { ...assignment, names: assignment.columns.map(({ name }) => name) }
}

/** A method with some of its columns. */
export function restrictTo(assignment: Assignment, places: readonly number[]): Assignment {
  const { columns, features } = assignment
  return {
    ...assignment,
    columns: places.map((place) => columns[place]),
    features: places.map((place) => features[place]),
  }
}

/** The levels read beside the values, each variable as `read` gives it. */
export function readLevels({ levels }: LevelsToo, read: (variable: Variable) => Variable): LevelsToo {
  return levels ? { levels: new Map([...levels].map(([values, of]) => [read(values), read(of)])) } : {}
}

/** The variables of the columns that a method reads, as values and as levels. */
export function variablesRead({
  features,
  levels,
}: LevelsToo & { readonly features: readonly Variable[] }): readonly Variable[] {
  return levels ? [...features, ...levels.values()] : features
}

/** The types of the columns in scope. */
export function typesOf({ features, target }: AnalysisScope, facts: TargetFacts | null): Types {
  const types = new Set(features.map(({ type }) => type))
  return { features: types, size: features.length, target: target?.type ?? null, task: facts?.task ?? null }
}

/** Which columns the methods read as values and which as levels. */
export function codingNeedsOf(
  methods: readonly ChosenCriterion<Facts>[],
  scope: AnalysisScope,
  facts: TargetFacts,
): CodingNeeds {
  const types = typesOf(scope, facts)
  const reads = methods.map(({ criterion, options }) => readsOf(criterion, options, types))
  const areRead = ({ type }: ScopeColumn, how: 'values' | 'distances' | 'levels') =>
    reads.some(
      ({ features, levelsToo }) =>
        features[type] === how || (levelsToo && how === 'levels' && features[type] === 'values'),
    )
  methods.forEach(({ criterion }, i) => targetFor(criterion, reads[i].target, scope, facts))
  const readable = scope.features.filter(
    ({ missing, distinct }) => missing < scope.source.rows && (distinct ?? 0) <= limits.cells,
  )
  return {
    levels: readable.filter((column) => areRead(column, 'levels')),
    values: readable.filter((column) => areRead(column, 'values') || areRead(column, 'distances')),
    targetLevels: reads.some(({ target }) => target === 'levels'),
  }
}

/** Assigns to a method the columns that it can take; a method that can take none is an error. */
export function assign<C extends Facts>(
  method: ChosenCriterion<C>,
  scope: AnalysisScope,
  facts: TargetFacts,
  codings: Codings,
  policy: GapPolicy,
): Assignment<C> {
  const { criterion } = method
  const reads = readsOf(criterion, method.options, typesOf(scope, facts))
  const target = targetFor(criterion, reads.target, scope, facts, codings.target)
  const columns: ScopeColumn[] = []
  const features: Variable[] = []
  const refused = new Map<ScopeColumn, string>()
  for (const column of scope.features) {
    const how = reads.features[column.type]
    const why = whyNot(criterion, how, column, scope, codings, target, policy)
    if (why) {
      refused.set(column, why)
      continue
    }
    columns.push(column)
    features.push(codings[how === 'levels' ? 'levels' : 'values'].get(column.column)!)
  }
  if (columns.length === 0) {
    const [first, why] = [...refused][0]
    throw new CribaError(
      'unsuitable',
      `unsuitable columns for ${criterion.id}: it can take none (${first.name}: ${why})`,
    )
  }
  const groupOf = criterion.readsGroups && scope.groupOf
  const block = criterion.readsBlocks && blockOf(criterion, scope)
  return {
    ...method,
    target,
    ...(reads.target === 'several' && { targets: targetsFor(criterion.id, facts.name, facts) }),
    ...(target && facts.event && { event: facts.event }),
    columns,
    features,
    refused,
    ...levelsOfValues(),
    ...(groupOf && { groupOf }),
    ...(block && { block }),
  }

  function levelsOfValues(): LevelsToo {
    if (!reads.levelsToo) return {}
    const place = (i: number) => codings.levels.get(columns[i].column)!
    return { levels: new Map(features.map((feature, i) => [feature, place(i)])) }
  }
}

function blockOf({ id }: Facts, { block }: AnalysisScope): Variable {
  if (block) return { column: block.column, coding: { kind: 'values' } }
  throw new CribaError('missing', `missing block (${id} compares rows within blocks: rank with block)`)
}

function whyNot(
  criterion: Facts,
  how: 'values' | 'distances' | 'levels' | null,
  column: ScopeColumn,
  scope: AnalysisScope,
  codings: Codings,
  target: Variable | null,
  policy: GapPolicy,
): string | null {
  if (column.missing === scope.source.rows) return 'no values'
  if (!how) return `${column.type} (needs ${column.type === 'numeric' ? 'levels' : 'numbers'})`
  if (how !== 'levels' && policy === 'level' && column.missing > 0)
    return 'missing values (numbers have no level of their own)'
  if (how === 'levels' && (column.distinct ?? 0) > limits.cells) {
    return `${column.distinct} levels (at most ${limits.cells})`
  }
  if (!criterion.tables) return null
  const cells = countLevels(codings.levels.get(column.column)!.coding!) * countLevels(target!.coding!)
  return cells > limits.cells ? `a table of ${cells} cells (at most ${limits.cells})` : null
}
