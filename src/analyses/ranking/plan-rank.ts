import { readsPermuted, settleRank, version } from '#core'
import type { Plan, RankSpec, Request, Source, Table, View } from '#core'
import { assign, readAssignment } from '../coding/assignment.ts'
import type { Assignment } from '../coding/assignment.ts'
import { mergedWork, preparingRequests, provisionalCodings } from '../coding/planned-codings.ts'
import { isPermuted } from '../permutations/permutation-p.ts'
import { permuteTarget, targetRequest } from '../permutations/permuted-target.ts'
import { oneTarget } from '../scope/one-target.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { sourceOf } from '../scope/scope.ts'
import type { AnalysisScope } from '../scope/scope.ts'
import type { TargetFacts } from '../scope/target.ts'
import { prepareRanking, stepFor } from './prepared-ranking.ts'

/** The plan of a ranking. */
export async function planRank(data: Table | Source, asked: RankSpec = {}): Promise<Plan> {
  const { source, spec } = await oneTarget(sourceOf(data), asked, settleRank, {})
  const batcher = new RequestBatcher(source)
  const settled = settleRank(spec)
  const { scope, facts, methods, codingNeeds } = await prepareRanking(batcher, settled)
  const bins = settled.bins ?? 10
  const conditional = scope.given && (await import('../on-demand/given.ts'))
  const { given: beside = [] } = scope
  const levels = [...codingNeeds.levels, ...beside]
  const provisional = provisionalCodings(facts, { ...codingNeeds, levels }, bins)
  const preparing = preparingRequests(scope, facts, { codingNeeds, provisional, bins }, settled)
  const assignments = methods.map((method) => assign(method, scope, facts, provisional, settled.missing))
  const main = assignments.map((assignment) => needsOf(assignment, facts, scope.view))
  const scorer = conditional?.provisionalSource(scope, provisional, { methods, needs: main }) ?? source
  const lines = (lists: readonly (readonly Request[])[], asked = source) =>
    mergedWork(asked.plan(batcher.distinct(lists)))
  const permuted = settled.permutations > 0 ? permutedNeeds(assignments, facts, scope, settled.seed) : []
  return {
    criba: version,
    command: 'plan',
    source: scope.source.name,
    plan: [
      ...lines(conditional?.givenRequests(scope) ?? []),
      ...preparing.flatMap((lists) => lines(lists)),
      ...lines(main, scorer),
      ...lines(permuted.length > 0 ? [targetRequest(facts)] : []),
      ...lines(permuted, scorer).map((line) => ({ ...line, times: settled.permutations })),
    ],
  }
}

function needsOf(assignment: Assignment, facts: TargetFacts, view: View): readonly Request[] {
  return assignment.criterion.needs(stepFor(assignment, facts, view))
}

/** The requests that depend on one permutation, for the methods without a p-value of their own. */
function permutedNeeds(
  assignments: readonly Assignment[],
  facts: TargetFacts,
  { target, view }: AnalysisScope,
  seed: number,
): readonly (readonly Request[])[] {
  if (!target) return []
  const permuted = permuteTarget({ view, column: target.column, target: facts, seed }, 1)
  return assignments
    .filter(isPermuted)
    .map((assignment) => needsOf(readAssignment(assignment, permuted.read), facts, permuted.view))
    .map((requests) => requests.filter(readsPermuted))
}
