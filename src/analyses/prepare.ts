import type { RankStep } from '../criteria/criterion.ts'
import { asRanker, findRanker } from '../criteria/registry.ts'
import type { SettledRankSpec } from '../spec/rank-spec.ts'
import type { View } from '../statistics/view.ts'
import type { Warning } from '../trace/warning.ts'
import type { RequestBatcher } from './scope/request-batcher.ts'
import { chooseMethods } from './scope/chosen-methods.ts'
import { checkDiscretiser } from './scope/codings.ts'
import type { Wanted } from './scope/codings.ts'
import { wantedBy } from './scope/assignment.ts'
import type { Assignment, ChosenMethod } from './scope/assignment.ts'
import { gapsAmong } from './scope/gap-policy.ts'
import { scopeOf, missingWarnings } from './scope/scope.ts'
import type { AnalysisScope } from './scope/scope.ts'
import { lookAtTarget } from './scope/target.ts'
import type { TargetFacts } from './scope/target.ts'

/** A spec checked against the data: who plays, what the target is, and what the methods want. */
export interface Prepared {
  readonly scope: AnalysisScope
  readonly facts: TargetFacts
  readonly methods: readonly ChosenMethod[]
  readonly wanted: Wanted
}

/** Looks at the target and finds what the methods want; runs nothing else. Early warnings are added to `known`. */
export async function prepare(
  batcher: RequestBatcher,
  spec: SettledRankSpec,
  known: Warning[] = [],
): Promise<Prepared> {
  const scope = scopeOf(batcher.source, spec)
  known.push(...missingWarnings(scope, spec.missing))
  const methods = chooseMethods(
    spec.by ?? [scope.target ? 'mutual-information' : 'variance'],
    findRanker,
    asRanker,
  )
  const facts = await lookAtTarget(batcher, scope, spec)
  checkDiscretiser(spec, scope, facts)
  return { scope, facts, methods, wanted: wantedBy(methods, scope, facts) }
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
