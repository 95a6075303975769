import type { RankStep } from '../criteria/criterion.ts'
import { asRanker, findCriterion } from '../criteria/registry.ts'
import type { SettledRankSpec } from '../spec/rank-spec.ts'
import type { View } from '../statistics/view.ts'
import type { Warning } from '../trace/warning.ts'
import type { Asker } from './play/ask.ts'
import { chooseMethods } from './play/chosen-methods.ts'
import { checkDiscretiser } from './play/codings.ts'
import type { Wanted } from './play/codings.ts'
import { wantedBy } from './play/assignment.ts'
import type { Assignment, ChosenMethod } from './play/assignment.ts'
import { gapsAmong } from './play/gap-policy.ts'
import { columnsInPlay, missingWarnings } from './play/play.ts'
import type { Play } from './play/play.ts'
import { lookAtTarget } from './play/target.ts'
import type { TargetFacts } from './play/target.ts'

/** A spec checked against the data: who plays, what the target is, and what the methods want. */
export interface Prepared {
  readonly play: Play
  readonly facts: TargetFacts
  readonly methods: readonly ChosenMethod[]
  readonly wanted: Wanted
}

/** Looks at the target and finds what the methods want; runs nothing else. Early warnings are added to `known`. */
export async function prepare(asker: Asker, spec: SettledRankSpec, known: Warning[] = []): Promise<Prepared> {
  const play = columnsInPlay(asker.source, spec)
  known.push(...missingWarnings(play, spec.missing))
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
    ...gapsAmong(columns, features, view),
  }
}
