import type { Table } from '../columns/table.ts'
import type { PlannedWork, Source } from '../sources/source.ts'
import { settleRank } from '../spec/rank-spec.ts'
import type { RankSpec, SettledRankSpec } from '../spec/rank-spec.ts'
import { version } from '../spec/version.ts'
import { readsPermuted } from '../statistics/request-kinds.ts'
import type { Request } from '../statistics/request.ts'
import type { Variable } from '../statistics/variable.ts'
import type { View } from '../statistics/view.ts'
import type { Plan } from '../trace/plan.ts'
import { RequestBatcher } from './scope/request-batcher.ts'
import { assign, readAssignment } from './scope/assignment.ts'
import type { Assignment } from './scope/assignment.ts'
import { fittingRequests, isTargetCut, targetCuts } from './scope/codings.ts'
import type { Codings, CodingNeeds } from './scope/codings.ts'
import { findSourceLevels } from './scope/source-levels.ts'
import { isPermuted } from './scope/permutation-p.ts'
import { targetRequest } from './scope/permutation-seed.ts'
import { permuteTarget } from './scope/permuted-target.ts'
import { sourceOf } from './scope/scope.ts'
import type { AnalysisScope } from './scope/scope.ts'
import { prepareRanking, stepFor } from './prepared-ranking.ts'
import type { TargetFacts } from './scope/target.ts'
import type { TypedRankSpec } from './typed-specs.ts'

/**
 * Lists what `rank` would request from the source. Only the target is queried, for its task and classes. The guards are not in
 * the plan, because their requests depend on the ranking.
 */
export function planRank(data: Table | Source, spec?: TypedRankSpec): Promise<Plan>
/** The same, from the spec of a result. */
export function planRank(data: Table | Source, spec: SettledRankSpec): Promise<Plan>
export async function planRank(data: Table | Source, spec: RankSpec = {}): Promise<Plan> {
  const batcher = new RequestBatcher(sourceOf(data))
  const settled = settleRank(spec)
  const { scope, facts, methods, codingNeeds } = await prepareRanking(batcher, settled)
  const bins = settled.bins ?? 10
  const provisional = provisionalCodings(facts, codingNeeds, bins)
  const how = { bins, target: provisional.target, names: [], view: scope.view }
  const fitting = Object.values(
    fittingRequests(codingNeeds, findSourceLevels(scope, codingNeeds, settled), how, settled),
  )
  const isCut = isTargetCut(codingNeeds, facts, settled)
  const cutting = isCut ? [targetCuts(scope, facts, bins, settled).needs] : []
  const assignments = methods.map((method) => assign(method, scope, facts, provisional, settled.missing))
  const main = assignments.map((assignment) => needsOf(assignment, facts, scope.view))
  const lines = (lists: readonly (readonly Request[])[]) =>
    scope.source.plan(batcher.distinct(lists)).reduce(addWork, [])
  const permuted = settled.permutations > 0 ? permutedNeeds(assignments, facts, scope, settled.seed) : []
  return {
    criba: version,
    command: 'plan',
    source: scope.source.name,
    plan: [
      ...lines(cutting),
      ...lines(fitting),
      ...lines(main),
      ...lines(permuted.length > 0 ? [targetRequest(facts)] : []),
      ...lines(permuted).map((line) => ({ ...line, times: settled.permutations })),
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
  const permuted = permuteTarget({ view, column: target.column, seed }, 1)
  return assignments
    .filter(isPermuted)
    .map((assignment) => needsOf(readAssignment(assignment, permuted.read), facts, permuted.view))
    .map((requests) => requests.filter(readsPermuted))
}

/** Merges consecutive work of one kind into one line. */
function addWork(plan: readonly PlannedWork[], work: PlannedWork): readonly PlannedWork[] {
  const last = plan.at(-1)
  if (!last || last.request !== work.request || last.reads !== work.reads) return [...plan, work]
  return [
    ...plan.slice(0, -1),
    { ...last, sets: last.sets + work.sets, queries: last.queries + work.queries },
  ]
}

/** Codings of the right shape with placeholder cuts and levels, which is enough to plan. */
function provisionalCodings(facts: TargetFacts, codingNeeds: CodingNeeds, bins: number): Codings {
  const cuts = { kind: 'cuts', cuts: Array.from({ length: bins - 1 }, (_, cut) => cut) } as const
  const levels = { kind: 'levels', levels: ['a', 'b'] } as const
  const map = (columns: CodingNeeds['levels'], coding: (type: string) => Variable['coding']) =>
    new Map(columns.map(({ column, type }): [number, Variable] => [column, { column, coding: coding(type) }]))
  return {
    bins,
    levels: map(codingNeeds.levels, (type) => (type === 'numeric' ? cuts : levels)),
    values: map(codingNeeds.values, () => null),
    target: facts.classes ?? (facts.values && { column: facts.values.column, coding: cuts }),
    shown: [],
  }
}
