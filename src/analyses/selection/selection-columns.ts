import { splitsOf } from '#core'
import type { Run, SelectSpec, SettledSelectSpec, Source, Warning } from '#core'
import type { SearchLimits } from '#methods'
import type { Codings } from '../coding/codings.ts'
import { inspectColumns } from '../profile/set-apart.ts'
import type { InspectedColumns } from '../profile/set-apart.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf } from '../scope/scope.ts'
import { splitColumnsOf, spreadEvenly } from '../scope/split-columns.ts'
import { inspectTarget } from '../scope/target.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { prefilter } from './prefilter.ts'
import type { PrefilteredColumns } from './prefilter.ts'
import { prepareSelection } from './prepared-selection.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import { searchUnitsOf, unitsWith } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'
import { checkStartSize, sizeToFind, startOf } from './start-of-search.ts'
import { withoutColumns } from './taken-columns.ts'

const noCodings: Codings = { bins: null, values: new Map(), levels: new Map(), target: null, shown: [] }

/** On how many folds a function is scored that takes rows. */
const folds = 5

/** The columns of a selection, ready for the search. */
export interface SelectionColumns {
  readonly inspected: InspectedColumns
  readonly prefiltered: PrefilteredColumns
  readonly prepared: PreparedSelection
  readonly searchUnits: SearchUnits
  /** The spec without the columns that were set apart. */
  readonly remaining: SettledSelectSpec
  /** The names of all columns in scope. */
  readonly namesInScope: ReadonlySet<string>
}

/** Sets unfit columns apart, filters the others and codes the candidates. */
export async function prepareColumns(
  batcher: RequestBatcher,
  settled: SettledSelectSpec,
  chosen: ChosenSelection,
  run: Run,
  warnings: Warning[],
): Promise<SelectionColumns> {
  const inspected = await inspectColumns(batcher, settled)
  warnings.push(...inspected.warnings)
  const remaining = withoutColumns(settled, inspected.apart.keys())
  const prefiltered = await prefilter(batcher.source, remaining, run)
  const excluded = [...prefiltered.excluded, ...inspected.apart.keys()]
  const prepared = chosen.scorer.can.count
    ? await prepareSelection(batcher, settled, chosen, excluded, warnings)
    : await prepareFunction(batcher, settled, excluded)
  const namesInScope = new Set(prepared.all.features.map(({ name }) => name))
  const searchUnits = searchUnitsOf(prepared.names, settled, namesInScope)
  return { inspected, prefiltered, prepared, searchUnits, remaining, namesInScope }
}

/** Whether a policy decides which rows there are; others say how a criterion of criba reads gaps. */
function keepsPolicy(missing: SettledSelectSpec['missing']): missing is 'error' | 'complete' {
  return missing === 'error' || missing === 'complete'
}

/** Prepares a selection by a function: every column of any type is a candidate, and no rows are read. */
async function prepareFunction(
  batcher: RequestBatcher,
  settled: SettledSelectSpec,
  excluded: readonly string[],
): Promise<PreparedSelection> {
  const inScope = {
    ...settled,
    missing: keepsPolicy(settled.missing) ? settled.missing : 'pairwise',
  } as const
  const all = scopeOf(batcher.source, inScope)
  const scope = scopeOf(batcher.source, { ...inScope, drop: [...settled.drop, ...excluded] })
  const facts = await inspectTarget(batcher, scope, settled)
  const context = { target: null, targetName: facts.name, classes: [], options: {}, view: scope.view }
  const columns = { ...spreadEvenly(facts, settled), ...splitColumnsOf(batcher.source, settled) }
  const splits = splitsOf(scope.view, { folds, seed: settled.seed, number: 0, ...columns })
  const names = scope.features.map(({ name }) => name)
  return {
    all,
    scope,
    warnedScope: scope,
    policy: inScope.missing,
    facts,
    codings: noCodings,
    recutting: null,
    input: {
      features: scope.features.map(({ column }) => ({ column, coding: null })),
      names,
      context,
      splits,
    },
    secondInput: null,
    given: null,
    names,
    refused: new Map(),
    lacking: new Map(),
    warnings: [],
  }
}

/**
 * How many units the search has to find, and the units it starts from; `select` runs the method that chooses
 * these.
 */
export async function findStart(
  source: Source,
  settled: SettledSelectSpec,
  { scorer, search }: ChosenSelection,
  { prefiltered, prepared, searchUnits, remaining, namesInScope }: SelectionColumns,
  select: (source: Source, spec: SelectSpec) => Promise<{ readonly selected: readonly string[] }>,
): Promise<Pick<SearchLimits, 'k' | 'start'>> {
  const k = sizeToFind(settled.k, searchUnits, scorer.criterion)
  const start = await startOf(
    withoutColumns(remaining, prefiltered.excluded),
    (columns) => unitsWith(columns, searchUnits, prepared.names, namesInScope),
    (method) => select(source, method),
  )
  checkStartSize(start, k, searchUnits, search.record)
  return { k, start }
}
