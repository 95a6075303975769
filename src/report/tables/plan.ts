import type { Plan, ResultTable } from '#core'
import { planSummary } from '../plan-text.ts'
import { tableOf } from './result-table.ts'

/** A plan, a row for each kind of request. */
export function planTables(plan: Plan): readonly ResultTable[] {
  const table = tableOf(
    plan.plan,
    {
      step: ({ step }) => step,
      request: ({ request }) => request,
      sets: ({ sets }) => sets,
      queries: ({ queries }) => queries,
      reads: ({ reads }) => reads,
      bytes: ({ bytes }) => bytes,
      times: ({ times }) => times,
      sql: ({ sql }) => sql,
    },
    [planSummary(plan)],
  )
  return [table]
}
