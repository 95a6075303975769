import {
  CribaError,
  onesOrNothing,
  queryColumn,
  queryOption,
  queryValue,
  replacingQuery,
  variableKey,
} from '#core'
import type {
  EventFacts,
  EventVariable,
  Level,
  OptionTable,
  OrderRequest,
  SettledDataSpec,
  Shape,
  Task,
  Variable,
} from '#core'
import type { CriterionFacts, Reading, TargetOfSeveral } from '#methods'
import { levelCoding, levelsRequest } from './level-codings.ts'
import type { RequestBatcher } from './request-batcher.ts'
import type { AnalysisScope, ScopeColumn } from './scope.ts'
import { inspectWeights, weightInScope } from './weights.ts'
import type { WeightsInScope } from './weights.ts'

/** A numeric target with more distinct values is one of regression. */
const mostClasses = 20

/** The event of a target that is a time. */
interface EventOfTarget extends EventVariable {
  /** As a result shows it. */
  readonly shown: EventFacts
}

/** What the source says of the target. */
export interface TargetFacts {
  readonly name: string
  /** Its place in the source; −1 where there is none. */
  readonly column: number
  readonly task: Task
  /** Whether the user says the task. */
  readonly isTaskGiven: boolean
  /** Total weight of the rows that have a target. */
  readonly n: number
  /** Its values, where it is numeric. */
  readonly values: Variable | null
  /** Its levels without discretisation, where it is categorical or the task is classification. */
  readonly classes: Variable | null
  readonly classNames: readonly Level[]
  /** What it is the time until. */
  readonly event?: EventOfTarget
  /** The targets that it joins: no values where one is categorical. */
  readonly several?: readonly (Omit<TargetOfSeveral, 'values'> & { readonly values: Variable | null })[]
  /** The column of weights, if there is one. */
  readonly weights: WeightsInScope | null
}

/** A key of how a target is read: rows that a policy leaves out may take a class with them. */
export function targetKey({ column, task, isTaskGiven, classes, values, event }: TargetFacts): string {
  const variables = [classes, values, event?.variable].map((one) => (one ? variableKey(one) : ''))
  return [column, task, isTaskGiven, ...variables, event?.level].join(' ')
}

/** Requests the target's levels, or the number of its distinct values, and determines the task. */
export async function inspectTarget(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  spec: SettledDataSpec,
): Promise<TargetFacts> {
  const { target, view } = scope
  const weights = await inspectWeights(batcher, scope, spec)
  if (!target) {
    if (spec.task && spec.task !== 'unsupervised')
      throw new CribaError('missing', `missing target (task ${spec.task} needs one)`)
    return {
      name: '',
      column: -1,
      task: 'unsupervised',
      isTaskGiven: spec.task !== null,
      n: weights ? await weightInScope(batcher, scope) : scope.source.rows,
      values: null,
      classes: null,
      classNames: [],
      weights,
    }
  }
  if (spec.task === 'unsupervised')
    throw new CribaError('invalid', `invalid task: unsupervised (target ${target.name} is given)`)
  const isTaskGiven = spec.task !== null
  if (scope.event) {
    const { inspectEvents } = await import('../on-demand/events.ts')
    return inspectEvents(batcher, { ...scope, target, event: scope.event }, spec, weights)
  }
  if (spec.task === 'survival') throw new CribaError('missing', 'missing event (task survival needs one)')
  const values = valuesOf(target)
  const few = values && (await fewValues(batcher, scope, values))
  if (few?.n === 0) throw constantTarget(target, scope, [])
  const task = settleTask(target.name, target.type, few !== null && few.distinct === null, spec.task)
  if (values && few && task === 'regression') {
    if (few.distinct?.length === 1) throw constantTarget(target, scope, few.distinct)
    const { name, column } = target
    return { name, column, task, isTaskGiven, n: few.n, values, classes: null, classNames: [], weights }
  }
  const [[[table]]] = await batcher.request([[levelsRequest([target.column], view)]])
  const coding = levelCoding(table)
  if (coding.levels.length < 2) throw constantTarget(target, scope, coding.levels)
  return {
    name: target.name,
    column: target.column,
    task,
    isTaskGiven,
    n: table.cells.reduce((sum, count) => sum + count, 0),
    values,
    classes: { column: target.column, coding },
    classNames: coding.levels,
    ...(scope.parts && {
      several: scope.parts.map(({ name, ...part }) => ({ name, values: valuesOf(part) })),
    }),
    weights,
  }
}

/** A numeric column as its values. */
function valuesOf({ type, column }: Pick<ScopeColumn, 'type' | 'column'>): Variable | null {
  return type === 'numeric' ? { column, coding: null } : null
}

async function fewValues(batcher: RequestBatcher, { view }: AnalysisScope, variable: Variable) {
  const request: OrderRequest = { kind: 'order', variable, at: [], distinctUpTo: mostClasses, view }
  const [[answer]] = await batcher.request([[request]])
  return answer
}

function settleTask(name: string, type: string, isMany: boolean, given: Task | null): Task {
  if (type === 'numeric') return given ?? (isMany ? 'regression' : 'classification')
  if (given === 'regression')
    throw new CribaError('invalid', `invalid task: regression (target ${name} is categorical)`)
  return 'classification'
}

/** That a target has no value, or always the same. */
export function constantTarget(
  { name, missing, column }: ScopeColumn,
  { source, view }: AnalysisScope,
  values: readonly Level[],
): CribaError {
  if (missing === source.rows)
    return new CribaError('missing', `missing target values: column ${name} has none`)
  const { complete = [] } = view
  const isOfColumns = complete.some((place) => place !== column)
  if (values.length > 0) {
    const where = isOfColumns ? ' in the rows complete in all columns' : ''
    const remedy = isOfColumns
      ? 'choose another policy for missing values, or drop columns'
      : `needs two or more different values${missing > 0 ? gapsAsClass(name, values[0]) : ''}`
    return new CribaError('unsuitable', `invalid target: ${name} is always ${values[0]}${where} (${remedy})`)
  }
  const why = isOfColumns
    ? 'is complete in all columns (choose another policy for missing values, or drop columns)'
    : 'has a weight above 0'
  return new CribaError('missing', `missing rows: none with a value of ${name} ${why}`)
}

/** How the empty cells of a target become a class, where only one class has a name: a cross or 1, or nothing. */
function gapsAsClass(name: string, level: Level): string {
  if (typeof level === 'number' && level !== 1) return ''
  const other = queryValue(level === 'no' ? 'other' : 'no')
  const classes =
    level === 1 ? onesOrNothing(name) : `coalesce(nullif(trim(${queryColumn(name)}), ''), ${other})`
  return `; if empty cells are a class say ${queryOption(replacingQuery({ [name]: classes }))}`
}

/**
 * Methods to suggest where a method cannot take a target of classes, of numbers, of more than two classes, or
 * the time until an event.
 */
const alternatives = {
  rank: {
    classes: 'mutual-information or anova-f',
    numbers: 'f-regression',
    many: 'anova-f or kruskal-wallis',
    events: 'cox-score, log-rank or concordance',
  },
  step: { classes: 'jmi', numbers: 'jmi', many: 'jmi', events: 'cox-score, log-rank or concordance' },
  subset: { classes: 'joint-mi', numbers: 'joint-mi', many: 'joint-mi', events: 'cv with learner cox' },
} as const

/** The target as a method reads it; where it cannot, the error suggests another method. */
export function targetFor(
  {
    id,
    shape,
    twoClasses,
    readsBlocks,
    alternative,
  }: CriterionFacts<OptionTable> & { readonly shape: Shape },
  reading: Reading | null,
  scope: AnalysisScope,
  facts: TargetFacts,
  levels: Variable | null = null,
): Variable | null {
  if (!reading) return null
  if (!scope.target) throw new CribaError('missing', `missing target (${id} needs one)`)
  const { name } = scope.target
  const refuse = (why: string) => new CribaError('unsuitable', `unsuitable target for ${id}: ${name} ${why}`)
  if (facts.event && reading !== 'events')
    throw refuse(`is the time until an event (use ${alternatives[shape].events})`)
  switch (reading) {
    case 'values':
    case 'distances':
      if (!facts.values) {
        const why = scope.parts
          ? 'has joint levels (needs numbers; name one target, or '
          : 'is categorical (needs numbers; '
        throw refuse(`${why}try ${alternative ?? alternatives[shape].classes})`)
      }
      return facts.values
    case 'either':
      return facts.values ?? facts.classes
    case 'several':
      targetsFor(id, name, facts)
      return facts.classes
    case 'levels':
      return levels
    case 'events':
      if (facts.event) return facts.values
      throw new CribaError('missing', `missing event (${id} needs a column that says whether it came)`)
    case 'classes':
      if (!facts.classes) {
        throw refuse(
          `has more than ${mostClasses} distinct numbers (needs classes: set the task to classification, or try ${alternative ?? alternatives[shape].numbers})`,
        )
      }
      if (twoClasses && facts.classNames.length !== 2) {
        throw refuse(
          `has ${facts.classNames.length} classes (needs exactly 2; try ${readsBlocks ? 'friedman' : alternatives[shape].many})`,
        )
      }
      return facts.classes
  }
}

/** Several targets as their values, for a method that reads them so. */
export function targetsFor(id: string, name: string, { several }: TargetFacts): readonly TargetOfSeveral[] {
  if (!several) {
    throw new CribaError(
      'unsuitable',
      `unsuitable target for ${id}: ${name} is one column (needs several numeric targets together: a,b; for one use lasso)`,
    )
  }
  return several.map((target) => {
    const { values } = target
    if (values) return { ...target, values }
    throw new CribaError(
      'unsuitable',
      `unsuitable target for ${id}: ${target.name} is categorical (needs numbers: leave it out of the targets)`,
    )
  })
}
