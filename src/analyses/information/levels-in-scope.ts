import { CribaError, version } from '#core'
import type { LevelsResult, Run, SettledDataSpec, Source, Table, Variable } from '#core'
import { checkDiscretiser, fitCodings } from '../coding/codings.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { dataFacts, missingWarnings, oneLineEach, sourceOf } from '../scope/scope.ts'
import type { AnalysisScope } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import { weightWarnings } from '../scope/weights.ts'
import { scopeWithSet } from './set-in-scope.ts'

/** Some columns as levels, over the rows complete in all of them and in the target. */
interface LevelsInScope<S> {
  readonly batcher: RequestBatcher
  readonly scope: AnalysisScope
  /** The columns in the order they were named. */
  readonly features: readonly Variable[]
  readonly target: Variable | null
  /** The common parts of a result over `n` rows; no rows are an error. */
  readonly resultOf: (n: number) => LevelsResult<S>
}

/** Reads columns as levels, the first step of every analysis of levels. */
export async function readLevels<S extends SettledDataSpec>(
  data: Table | Source,
  spec: S,
  names: readonly string[],
  run: Run,
): Promise<LevelsInScope<S>> {
  const start = performance.now()
  const batcher = new RequestBatcher(sourceOf(data, run), run)
  const scope = scopeWithSet(batcher.source, { ...spec, features: names, given: [] })
  const facts = await inspectTarget(batcher, scope, spec)
  checkDiscretiser(spec, scope, facts)
  const codingNeeds = {
    levels: scope.features,
    values: [],
    targetLevels: scope.target !== null,
    together: Math.max(2, names.length),
  }
  const codings = await fitCodings(batcher, scope, facts, codingNeeds, spec)
  return {
    batcher,
    scope,
    features: scope.features.map(({ column }) => codings.levels.get(column)!),
    target: codings.target,
    resultOf: (n) => {
      if (n === 0) throw noRows(scope)
      return {
        criba: version,
        data: dataFacts(scope, facts),
        spec: { ...spec, task: facts.task, bins: codings.bins },
        coding: codings.shown,
        n,
        warnings: oneLineEach([
          ...scope.source.warnings,
          ...weightWarnings(facts),
          ...missingWarnings(scope, spec.missing === 'pairwise' ? 'complete' : spec.missing),
        ]),
        seconds: (performance.now() - start) / 1000,
      }
    },
  }
}

function noRows({ features, target }: AnalysisScope): CribaError {
  const names = [...features, ...(target ? [target] : [])].map(({ name }) => name)
  return new CribaError('missing', `missing rows: no row used is complete in ${names.join(', ')}`)
}
