import type { Table } from '../columns/table.ts'
import type { PlannedWork, Source } from '../sources/source.ts'
import type { RankSpec } from '../spec/rank-spec.ts'
import type { Variable } from '../statistics/variable.ts'
import { Asker } from './ask.ts'
import { fittingRequests } from './codings.ts'
import type { Codings, Wanted } from './codings.ts'
import { assign } from './methods.ts'
import { sourceOf } from './play.ts'
import { prepare, stepFor } from './prepare.ts'
import type { TargetFacts } from './target.ts'

/** What `rank` would ask of the source: the target is looked at, nothing else is run. */
export async function planRank(data: Table | Source, spec: RankSpec = {}): Promise<readonly PlannedWork[]> {
  const asker = new Asker(sourceOf(data))
  const { play, facts, methods, wanted } = await prepare(asker, spec)
  const bins = spec.bins ?? 10
  const provisional = provisionalCodings(facts, wanted, bins)
  const fitting = fittingRequests(wanted, { bins, target: provisional.target, view: play.view }, spec)
  const assignments = methods.map((method) =>
    assign(method, play, facts, provisional, spec.missing ?? 'pairwise'),
  )
  const main = assignments.map((assignment) =>
    assignment.criterion.needs(stepFor(assignment, facts, play.view)),
  )
  return [
    ...play.source.plan(asker.distinct(Object.values(fitting))),
    ...play.source.plan(asker.distinct(main)),
  ].reduce(addWork, [])
}

/** Puts work of one kind that follows itself into one line. */
function addWork(plan: readonly PlannedWork[], work: PlannedWork): readonly PlannedWork[] {
  const last = plan.at(-1)
  if (!last || last.request !== work.request || last.reads !== work.reads) return [...plan, work]
  return [
    ...plan.slice(0, -1),
    { ...last, sets: last.sets + work.sets, queries: last.queries + work.queries },
  ]
}

/** Codings of the right shape whose literals nobody knows yet: enough to plan with. */
function provisionalCodings(facts: TargetFacts, wanted: Wanted, bins: number): Codings {
  const cuts = { kind: 'cuts', cuts: Array.from({ length: bins - 1 }, (_, cut) => cut) } as const
  const levels = { kind: 'levels', levels: ['a', 'b'] } as const
  const map = (columns: Wanted['levels'], coding: (type: string) => Variable['coding']) =>
    new Map(columns.map(({ column, type }): [number, Variable] => [column, { column, coding: coding(type) }]))
  return {
    bins,
    levels: map(wanted.levels, (type) => (type === 'numeric' ? cuts : levels)),
    values: map(wanted.values, () => null),
    target: facts.classes ?? (facts.values && { column: facts.values.column, coding: cuts }),
    shown: [],
  }
}
