import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { Codings } from '../scope/codings.ts'
import { scopeOf } from '../scope/scope.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import { lookAtTarget } from '../scope/target.ts'

const nothingCoded: Codings = { bins: null, values: new Map(), levels: new Map(), target: null, shown: [] }

/** What plays where a function says how good a set is: every column, of whatever type, and no row is looked at. */
export async function prepareFunction(
  batcher: RequestBatcher,
  settled: SettledSelectSpec,
  out: readonly string[],
): Promise<PreparedSelection> {
  const inScope = { ...settled, missing: settled.missing === 'error' ? settled.missing : 'pairwise' } as const
  const all = scopeOf(batcher.source, inScope)
  const scope = scopeOf(batcher.source, { ...inScope, drop: [...settled.drop, ...out] })
  const facts = await lookAtTarget(batcher, scope, settled)
  const question = { target: null, targetName: facts.name, classes: [], options: {}, view: scope.view }
  const names = scope.features.map(({ name }) => name)
  return {
    all,
    scope,
    guarded: scope,
    policy: inScope.missing,
    facts,
    codings: nothingCoded,
    recutting: null,
    asked: { features: scope.features.map(({ column }) => ({ column, coding: null })), names, question },
    second: null,
    names,
    refused: new Map(),
    lacking: new Map(),
    warnings: [],
  }
}
