import { settleDescribe, version } from '#core'
import type { DataSpec, Description, Run, Source, Warning } from '#core'
import { checkDiscretiser, fitCodings, mostLevels } from '../scope/codings.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { dataFacts, missingWarnings, oneLineEach, scopeOf } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import { weightWarnings } from '../scope/weights.ts'
import { describeColumns } from './described-columns.ts'
import { profileColumns, withLeaks } from './profile.ts'

/** Describes the columns of a source; each warning is added to `warnings` as soon as it is known. */
export async function describeFrom(
  source: Source,
  spec: DataSpec,
  run: Run,
  warnings: Warning[],
): Promise<Description> {
  const start = performance.now()
  const batcher = new RequestBatcher(source, run)
  const settled = settleDescribe(spec)
  const scope = scopeOf(batcher.source, settled)
  warnings.push(...missingWarnings(scope, null))
  const facts = await inspectTarget(batcher, scope, settled)
  checkDiscretiser(settled, scope, facts)
  // The list of very many levels would help no reader.
  const levels = scope.features.filter(
    ({ missing, distinct }) => missing < scope.source.rows && (distinct ?? 0) <= mostLevels,
  )
  const codingNeeds = { levels, values: [], targetLevels: scope.target !== null }
  const codings = await fitCodings(batcher, scope, facts, codingNeeds, settled)
  const columnProfile = await profileColumns(batcher, scope, facts)
  const profile = await withLeaks(batcher, columnProfile, scope, facts, codings)
  const columns = await describeColumns(
    batcher,
    scope,
    new Map([...profile.records, ...profile.ofTarget].map((record) => [record.name, record])),
  )
  return {
    criba: version,
    command: 'describe',
    data: dataFacts(scope, facts),
    spec: { ...settled, task: facts.task, bins: codings.bins },
    columns,
    coding: codings.shown,
    warnings: oneLineEach([
      ...scope.source.warnings,
      ...weightWarnings(facts),
      ...missingWarnings(scope, null),
      ...profile.warnings,
    ]),
    seconds: (performance.now() - start) / 1000,
  }
}
