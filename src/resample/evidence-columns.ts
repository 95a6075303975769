import { cv } from '../criteria/cv.ts'
import type { Learner } from '../learners/learner.ts'
import { assign, wantedBy } from '../select/play/assignment.ts'
import type { Asker } from '../select/play/ask.ts'
import { fitCodings } from '../select/play/codings.ts'
import type { Play } from '../select/play/play.ts'
import type { TargetFacts } from '../select/play/target.ts'
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
  asker: Asker,
  play: Play,
  facts: TargetFacts,
  settled: SettledSelectSpec,
): Promise<TaughtColumns> {
  const { options: own, fillsMissing = false, levelsUpTo = 0 } = learner.evidence
  const options = resolveOptions('cv', cv.criterion.options, { learner: learner.id, ...own })
  const chosen = { criterion: cv.criterion, options }
  const tellsMissing = fillsMissing || settled.missing === 'level'
  const missing = tellsMissing ? 'level' : 'pairwise'
  const read = await withFewAsLevels(asker, play, levelsUpTo)
  const wanted = wantedBy([chosen], read, facts)
  const codings = await fitCodings(asker, read, facts, wanted, { ...settled, bins: null, missing })
  const { columns, features, target } = assign(chosen, read, facts, codings, 'pairwise')
  const holed = columns.flatMap(({ missing }, i) =>
    missing > 0 && features[i].coding === null ? [features[i]] : [],
  )
  const means = fillsMissing && holed.length > 0 ? await meansOf(asker, holed, play) : null
  const readingsOf = (feature: Variable): readonly Variable[] => {
    if (!tellsMissing || !holed.includes(feature)) return [feature]
    const { column } = feature
    const isMissing: Variable = { column, coding: { kind: 'presence' } }
    const mean = means?.get(feature)
    return [mean === undefined ? feature : { ...feature, fill: mean }, isMissing]
  }
  return {
    variables: new Map(columns.map(({ name }, i) => [name, readingsOf(features[i])])),
    target: target!,
    options,
  }
}

async function meansOf(asker: Asker, numbers: readonly Variable[], { view }: Play) {
  const request = { kind: 'moments', family: singles(numbers), of: 'values', view } as const
  const [[{ mean }]] = await asker.ask([[request]])
  return new Map(numbers.map((number, i) => [number, mean[i]]))
}

/** The same columns, but that numbers of few distinct values are read as levels. */
async function withFewAsLevels(asker: Asker, play: Play, most: number): Promise<Play> {
  const numbers = most === 0 ? [] : play.features.filter(({ type }) => type === 'numeric')
  const requests = numbers.map(({ column }): OrderRequest => {
    return { kind: 'order', variable: { column, coding: null }, at: [], distinctUpTo: most, view: play.view }
  })
  const [found] = await asker.ask([requests])
  const few = new Map(numbers.map((column, i) => [column, found[i].distinct?.length ?? 0]))
  return {
    ...play,
    features: play.features.map((column) => {
      const distinct = few.get(column) ?? 0
      return distinct > 0 ? { ...column, type: 'categorical', distinct } : column
    }),
  }
}
