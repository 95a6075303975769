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
  const { options: own, fillsMissing = false } = learner.evidence
  const options = resolveOptions('cv', cv.criterion.options, { learner: learner.id, ...own })
  const chosen = { criterion: cv.criterion, options }
  const tellsMissing = fillsMissing || settled.missing === 'level'
  const missing = tellsMissing ? 'level' : 'pairwise'
  const wanted = wantedBy([chosen], play, facts)
  const codings = await fitCodings(asker, play, facts, wanted, { ...settled, bins: null, missing })
  const { columns, features, target } = assign(chosen, play, facts, codings, 'pairwise')
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
