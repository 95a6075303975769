import { cv } from '../criteria/cv.ts'
import type { Learner } from '../learners/learner.ts'
import { assign, wantedBy } from '../analyses/scope/assignment.ts'
import type { RequestBatcher } from '../analyses/scope/request-batcher.ts'
import { fitCodings } from '../analyses/scope/codings.ts'
import type { AnalysisScope } from '../analyses/scope/scope.ts'
import type { TargetFacts } from '../analyses/scope/target.ts'
import type { OptionValue } from '../spec/options.ts'
import { resolveOptions } from '../spec/options.ts'
import type { SettledSelectSpec } from '../spec/select-spec.ts'
import { singles } from '../statistics/family.ts'
import type { OrderRequest } from '../statistics/request.ts'
import type { Variable } from '../statistics/variable.ts'

/** What a learner of evidence is taught: each column by the variables it reads it by, the target, its options. */
export interface TaughtColumns {
  readonly variables: ReadonlyMap<string, readonly Variable[]>
  readonly target: Variable
  readonly options: Readonly<Record<string, OptionValue>>
}

/**
 * Every column in play as a learner reads it, whatever criterion selects and however that codes: numbers as they are, levels
 * by their names. What is missing tells nothing; or, to a learner that has to fill it and under the policy `level`, that it is
 * missing is told beside, and levels have one more. Nothing of it looks at the target, so all folds share it.
 */
export async function columnsFor(
  learner: Learner,
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  settled: SettledSelectSpec,
): Promise<TaughtColumns> {
  const { options: own, fillsMissing = false, levelsUpTo = 0 } = learner.evidence
  const options = resolveOptions('cv', cv.criterion.options, { learner: learner.id, ...own })
  const chosen = { criterion: cv.criterion, options }
  const tellsMissing = fillsMissing || settled.missing === 'level'
  const missing = tellsMissing ? 'level' : 'pairwise'
  const read = await withFewAsLevels(batcher, scope, levelsUpTo)
  const wanted = wantedBy([chosen], read, facts)
  const codings = await fitCodings(batcher, read, facts, wanted, { ...settled, bins: null, missing })
  const { columns, features, target } = assign(chosen, read, facts, codings, 'pairwise')
  const holed = columns.flatMap(({ missing }, i) =>
    missing > 0 && features[i].coding === null ? [features[i]] : [],
  )
  const means = fillsMissing && holed.length > 0 ? await meansOf(batcher, holed, scope) : null
  const readingsOf = (feature: Variable): readonly Variable[] => {
    if (!tellsMissing || !holed.includes(feature)) return [feature]
    const { column } = feature
    const isMissing: Variable = { column, coding: { kind: 'missingness' } }
    const mean = means?.get(feature)
    return [mean === undefined ? feature : { ...feature, fill: mean }, isMissing]
  }
  return {
    variables: new Map(columns.map(({ name }, i) => [name, readingsOf(features[i])])),
    target: target!,
    options,
  }
}

async function meansOf(batcher: RequestBatcher, numbers: readonly Variable[], { view }: AnalysisScope) {
  const request = { kind: 'moments', family: singles(numbers), of: 'values', view } as const
  const [[{ mean }]] = await batcher.request([[request]])
  return new Map(numbers.map((number, i) => [number, mean[i]]))
}

/** The same columns, but that numbers of few distinct values are read as levels. */
async function withFewAsLevels(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  most: number,
): Promise<AnalysisScope> {
  const numbers = most === 0 ? [] : scope.features.filter(({ type }) => type === 'numeric')
  const requests = numbers.map(({ column }): OrderRequest => {
    return { kind: 'order', variable: { column, coding: null }, at: [], distinctUpTo: most, view: scope.view }
  })
  const [found] = await batcher.request([requests])
  const few = new Map(numbers.map((column, i) => [column, found[i].distinct?.length ?? 0]))
  return {
    ...scope,
    features: scope.features.map((column) => {
      const distinct = few.get(column) ?? 0
      return distinct > 0 ? { ...column, type: 'categorical', distinct } : column
    }),
  }
}
