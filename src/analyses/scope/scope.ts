import {
  allRows,
  checkRun,
  checkTable,
  CribaError,
  eventColumnOf,
  firstFew,
  oneLine,
  roundedWeight,
  textIn,
  unknownName,
  weightColumnOf,
} from '#core'
import type {
  Run,
  ColumnFacts,
  DataFacts,
  GivenType,
  SettledDataSpec,
  SettledSplit,
  Source,
  Table,
  View,
  Warning,
} from '#core'
import { MemorySource } from '#memory'
import { refuseBlock, refuseGiven } from './given-in-scope.ts'
import { givenType, typeFor } from './given-types.ts'
import { ofSingleColumns, policyInWords } from './gap-policy.ts'
import type { GapPolicy, RowsInWords } from './gap-policy.ts'
import type { TargetFacts } from './target.ts'

/** A column in scope: the facts of the source, and the type that the spec gives it. */
export interface ScopeColumn extends ColumnFacts {
  /** Its place in the source. */
  readonly column: number
  /** Whether the spec says that its texts are levels. */
  readonly areLevels?: boolean
}

/** The columns and rows of an analysis. */
export interface AnalysisScope {
  readonly source: Source
  readonly features: readonly ScopeColumn[]
  readonly target: ScopeColumn | null
  /** The column that says whether the target, a time, ended with the event. */
  readonly event?: ScopeColumn
  /** Weights and complete rows as the spec has them. */
  readonly view: View
  /** The columns that are taken into account: no features. */
  readonly given?: readonly ScopeColumn[]
  /** The columns whose levels the target combines, in the order of the spec: targets too, and no features. */
  readonly parts?: readonly ScopeColumn[]
  /** The column whose levels are blocks of rows: no feature. */
  readonly block?: ScopeColumn
  /** The spec names columns by which rows are divided. */
  readonly isDivided?: true
  /** The group of each column that has one, by their names; absent without groups. */
  readonly groupOf?: ReadonlyMap<string, string>
}

/** The source itself, or a source in memory for a table, once what is given has been checked. */
export function sourceOf(data: Table | Source, run: Run = {}): Source {
  checkRun(run)
  checkTable(data, 'a table, as readTable returns it, or a source')
  return 'answer' in data ? data : new MemorySource(data)
}

/** Finds the columns of a spec and gives them their types; a name that is no column is an error. */
export function scopeOf(
  source: Source,
  spec: SettledDataSpec &
    Partial<SettledSplit> & { readonly given?: readonly string[]; readonly block?: string | null },
): AnalysisScope {
  const places = new Map<string, number>()
  source.columns.forEach(({ name }, column) => places.set(name, column))
  const find = (what: string, name: string) => {
    const column = places.get(name)
    if (column === undefined) throw unknownName(what, name, [...places.keys()])
    return column
  }
  const ifGiven = (what: string, name: string | null | undefined) =>
    name === null || name === undefined ? null : find(what, name)
  const { types } = spec
  for (const name of Object.keys(types)) if (name !== '*') find('column in types', name)
  const dropped = new Set(spec.drop.map((name) => find('column to drop', name)))
  const target = ifGiven('target', textIn('target', spec.target, 'a column'))
  if (source.rows < 2) {
    throw new CribaError('missing', `missing rows: the data have ${source.rows} (needs 2 or more)`)
  }
  const weightColumn = weightColumnOf(spec)
  const weights = ifGiven('weights column', weightColumn)
  if (target !== null && dropped.has(target)) {
    throw new CribaError('invalid', `invalid drop: ${source.columns[target].name} (it is the target)`)
  }
  if (target !== null && weights === target) {
    throw new CribaError('invalid', `invalid weights: ${weightColumn} (it is the target)`)
  }
  const event = ifGiven('event column', eventColumnOf(spec.event, [...places.keys()]) ?? spec.event)
  const group = ifGiven('group column', spec.group)
  if (target !== null && group === target) {
    throw new CribaError('invalid', `invalid group: ${spec.group} (it is the target)`)
  }
  const block = ifGiven('block column', spec.block)
  if (block !== null) refuseBlock(source.columns[block], block === target)
  const key = ifGiven('key column', spec.key)
  if (target !== null && key === target) {
    throw new CribaError('invalid', `invalid key: ${spec.key} (it is the target)`)
  }
  const scope = source.columns.map((facts, column) => scopeColumn(facts, column, types))
  const given = (spec.given ?? []).map((name) => scope[find('given column', name)])
  refuseGiven(given, { target, event, weights, group, dropped, rows: source.rows })
  const of = source.columns[target ?? -1]?.of
  const parts = of?.map((name) => scope[find('target', name)])
  const features = scope.filter(
    (one) =>
      ![target, event, weights, group, key, block].includes(one.column) &&
      !dropped.has(one.column) &&
      !given.includes(one) &&
      !parts?.includes(one),
  )
  if (features.length === 0) throw new CribaError('missing', 'missing features: no column is left to rank')
  const labels = [target, event].filter((column) => column !== null)
  const view = weights === null ? allRows : weightedView(weights, spec, labels)
  const isDivided = [spec.group, spec.strata, spec.time, spec.block].some((name) => typeof name === 'string')
  return {
    ...withFeatures(
      {
        source,
        target: target === null ? null : scope[target],
        ...(event !== null && { event: scope[event] }),
        ...(given.length > 0 && { given }),
        ...(parts && { parts }),
        view,
      },
      features,
      spec.missing,
    ),
    ...(isDivided && { isDivided }),
    ...(block !== null && { block: scope[block] }),
  }
}

/** Sampling weights sum to the effective number of the rows that have a target, or of all. */
function weightedView(
  weights: number,
  { samplingWeights }: SettledDataSpec,
  labels: readonly number[],
): View {
  return samplingWeights === null ? { weights } : { weights, sampledOver: labels }
}

/**
 * A scope with other features, over the rows that a policy for missing values keeps: only rows that have a
 * target and all that is given, and under `complete` only rows complete in the columns `counted`, by default all features.
 */
export function withFeatures(
  { view: { complete: _, ...view }, ...scope }: Omit<AnalysisScope, 'features'>,
  features: readonly ScopeColumn[],
  missing: GapPolicy,
  counted = features,
): AnalysisScope {
  const { source, target, event, given, parts } = scope
  const ofTarget = [target, event, ...(given ?? [])].filter(
    (column) => column !== null && column !== undefined,
  )
  if (missing === 'error') refuseMissing([...ofTarget, ...features], source.rows)
  const needed = [...ofTarget, ...(missing === 'complete' || missing === 'level-or-complete' ? counted : [])]
  const incomplete = needed.filter((column) => column.missing > 0)
  const complete = incomplete.length > 0 && { complete: incomplete.map(({ column }) => column) }
  const named = { ...(event && { event }), ...(given && { given }), ...(parts && { parts }) }
  return { source, features, target, ...named, view: { ...view, ...complete } }
}

/** Copied field by field, which is faster than spreading: a run may have tens of thousands of columns. */
function scopeColumn(
  facts: ColumnFacts,
  column: number,
  types: Readonly<Record<string, GivenType>>,
): ScopeColumn {
  const { name, time, missing, distinct, mayIdentify } = facts
  const type = typeFor(facts, types)
  const areLevels = givenType(facts, types) === 'categorical'
  return {
    name,
    type,
    ...(time && type === facts.type && { time }),
    missing,
    distinct,
    mayIdentify,
    column,
    ...(areLevels && { areLevels }),
  }
}

function refuseMissing(columns: readonly ScopeColumn[], rows: number): void {
  const first = columns.find(({ missing }) => missing > 0)
  if (!first) return
  throw new CribaError(
    'missing',
    `invalid column ${first.name}: ${first.missing} of ${rows} values are missing (choose another policy for missing values, or drop it)`,
  )
}

/**
 * Warnings with messages of one line, even where column names contain line breaks; what several methods warn
 * of is said once.
 */
export function oneLineEach(warnings: readonly Warning[]): readonly Warning[] {
  const lines = warnings.map((warning) => ({ ...warning, message: oneLine(warning.message) }))
  const isSame = (a: Warning, b: Warning) =>
    a.code === b.code && a.column === b.column && a.message === b.message
  return lines.filter((one, i) => lines.findIndex((other) => isSame(one, other)) === i)
}

/** The facts of the data, for a result. */
export function dataFacts(
  { source, features, target, given, block }: AnalysisScope,
  { task, n, weights, event }: Pick<TargetFacts, 'task' | 'n' | 'weights' | 'event'>,
): DataFacts {
  return {
    source: source.name,
    rows: source.rows,
    ...(source.distinctRows !== undefined && { distinctRows: source.distinctRows }),
    features: features.length,
    target: target?.name ?? null,
    ...(event && { event: event.shown }),
    ...(given && { given: given.map(({ name }) => name) }),
    ...(block && { block: block.name }),
    task,
    ...(weights && {
      weights: { column: weights.column, kind: weights.kind, n: roundedWeight(n) },
    }),
  }
}

/**
 * Warns of missing values; with a policy, also says how they are treated, and how many rows or which weight
 * is left.
 */
export function missingWarnings(
  { features, target, event, given = [], source, view }: AnalysisScope,
  policy: GapPolicy | null,
  used?: number,
  { unlabelled, pairwise }: RowsInWords = ofSingleColumns,
): readonly Warning[] {
  const warnings: Warning[] = []
  const incomplete = features.filter(({ missing }) => missing > 0)
  if (incomplete.length > 0) {
    const weight = roundedWeight(used ?? NaN)
    const ofAll = view.weights === undefined ? `${used} of ${source.rows}` : `a weight of ${weight}`
    const isPart = policy === 'complete' || policy === 'level-or-complete'
    const left = isPart && used !== undefined ? ` (${ofAll})` : ''
    const shown = firstFew(
      incomplete.map(({ name, missing }) => `${name} ${missing}`),
      5,
    )
    const columns = incomplete.length === 1 ? 'a column' : `${incomplete.length} columns`
    const inWords = policy === 'pairwise' ? pairwise : policy && policyInWords[policy]
    const treated = inWords ? `: ${inWords}${left}` : ''
    const message = `values are missing in ${columns} (${shown})${treated}`
    warnings.push({ code: 'missing-values', message })
  }
  for (const [what, column] of Object.entries({ target, event })) {
    if (!column?.missing) continue
    const message = `the ${what} is missing in ${column.missing} of ${source.rows} rows${policy ? `: they ${unlabelled}` : ''}`
    warnings.push({ code: 'missing-target', column: column.name, message })
  }
  for (const { name, missing } of given) {
    if (missing === 0) continue
    const message = `the given column ${name} is missing in ${missing} of ${source.rows} rows: they are left out`
    warnings.push({ code: 'missing-values', column: name, message })
  }
  return warnings
}
