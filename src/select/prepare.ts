import type { RankStep } from '../criteria/criterion.ts'
import { asRanker, findCriterion } from '../criteria/registry.ts'
import type { SettledRankSpec } from '../spec/rank-spec.ts'
import type { View } from '../statistics/view.ts'
import type { Asker } from './ask.ts'
import { chooseMethods } from './chosen-methods.ts'
import { checkDiscretiser } from './codings.ts'
import type { Wanted } from './codings.ts'
import { wantedBy } from './assignment.ts'
import type { Assignment, ChosenMethod } from './assignment.ts'
import { columnsInPlay } from './play.ts'
import type { Play } from './play.ts'
import { lookAtTarget } from './target.ts'
import type { TargetFacts } from './target.ts'

/** A spec checked against the data: who plays, what the target is, and what the methods want. */
export interface Prepared {
  readonly play: Play
  readonly facts: TargetFacts
  readonly methods: readonly ChosenMethod[]
  readonly wanted: Wanted
}

/** Looks at the target and finds what the methods want; runs nothing else. */
export async function prepare(asker: Asker, spec: SettledRankSpec): Promise<Prepared> {
  const play = columnsInPlay(asker.source, spec)
  const methods = chooseMethods(
    spec.by ?? [play.target ? 'mutual-information' : 'variance'],
    findCriterion,
    asRanker,
  )
  const facts = await lookAtTarget(asker, play, spec)
  checkDiscretiser(spec, play, facts)
  return { play, facts, methods, wanted: wantedBy(methods, play, facts) }
}

/** What a method is given to score its columns. */
export function stepFor(
  { target, columns, features, options }: Assignment,
  { classNames, name }: TargetFacts,
  view: View,
): RankStep {
  return {
    features,
    names: columns.map(({ name }) => name),
    target,
    targetName: name,
    classes: classNames,
    options,
    view,
  }
}
