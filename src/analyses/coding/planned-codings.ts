import type { PlannedWork, Request, Variable } from '#core'
import type { AnalysisScope } from '../scope/scope.ts'
import type { TargetFacts } from '../scope/target.ts'
import type { CodingNeeds, Codings } from './codings.ts'
import { findSourceLevels, fittingRequests, isTargetCut, cutsOfColumn } from './fitting-requests.ts'

/** What a plan knows of the codings before any are fitted. */
interface PlannedCodings {
  readonly codingNeeds: CodingNeeds
  readonly provisional: Codings
  readonly bins: number
}

/** The lists of requests that fit cuts and find levels, in the order in which they are sent. */
export function preparingRequests(
  scope: AnalysisScope,
  facts: TargetFacts,
  { codingNeeds, provisional, bins }: PlannedCodings,
  settled: Parameters<typeof isTargetCut>[2],
): readonly (readonly (readonly Request[])[])[] {
  const how = { bins, target: provisional.target, names: [], view: scope.view }
  const levels = findSourceLevels(scope, codingNeeds, settled)
  const fitting = Object.values(fittingRequests(codingNeeds, levels, how, settled))
  const isCut = isTargetCut(codingNeeds, facts, settled)
  return [isCut ? [cutsOfColumn(scope.view, facts, bins, settled).needs] : [], fitting]
}

/** The work with consecutive lines of one kind merged into one. */
export function mergedWork(plan: readonly PlannedWork[]): readonly PlannedWork[] {
  return plan.reduce<readonly PlannedWork[]>(addWork, [])
}

function addWork(plan: readonly PlannedWork[], work: PlannedWork): readonly PlannedWork[] {
  const last = plan.at(-1)
  if (!last || last.request !== work.request || last.reads !== work.reads) return [...plan, work]
  return [
    ...plan.slice(0, -1),
    {
      ...last,
      sets: last.sets + work.sets,
      queries: last.queries + work.queries,
      ...(last.bytes !== undefined && { bytes: last.bytes + (work.bytes ?? 0) }),
    },
  ]
}

/** Codings of the right shape with placeholder cuts and levels, which is enough to plan. */
export function provisionalCodings(facts: TargetFacts, codingNeeds: CodingNeeds, bins: number): Codings {
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
