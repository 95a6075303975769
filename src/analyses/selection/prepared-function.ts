import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { Codings } from '../scope/codings.ts'
import { scopeOf } from '../scope/scope.ts'
import { splitColumnsOf, spreadEvenly } from '../scope/split-columns.ts'
import { splitsOf } from '../../statistics/splits.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import { inspectTarget } from '../scope/target.ts'

const noCodings: Codings = { bins: null, values: new Map(), levels: new Map(), target: null, shown: [] }

/** On how many folds a function is scored that takes rows. */
const folds = 5

/** Whether a policy decides which rows there are; others say how a criterion of criba reads gaps. */
function keepsPolicy(missing: SettledSelectSpec['missing']): missing is 'error' | 'complete' {
  return missing === 'error' || missing === 'complete'
}

/** Prepares a selection by a function: every column of any type is a candidate, and no rows are read. */
export async function prepareFunction(
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
    names,
    refused: new Map(),
    lacking: new Map(),
    warnings: [],
  }
}
