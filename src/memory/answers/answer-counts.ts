import { emptyCounts, membersOf, refuseLargeTable, variablesOf } from '#core'
import type { Counts, CountsRequest } from '#core'
import { countsJob } from '../tables/counts-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import { CodedSets } from './coded-sets.ts'
import type { ResolvedView } from './resolved-view.ts'

/** Counts the contingency tables of a family. */
export async function answerCounts(
  { family }: CountsRequest,
  resolved: ResolvedView,
  run: BatchRun,
): Promise<readonly Counts[]> {
  const variables = variablesOf(family)
  await resolved.encode(variables, run)
  const tables = [...membersOf(family)].map((member) => {
    const levels = member.map((variable) => resolved.codesOf(variable).levels)
    const names = member.map(({ column }) => resolved.columns[column].name)
    refuseLargeTable(
      levels.reduce((cells, axis) => cells * axis.length, 1),
      names,
    )
    return emptyCounts(levels)
  })
  const coded = resolved.codedFor([variables])
  const sets = new CodedSets(family, undefined, resolved.rows.length, coded)
  const { width, count, cost } = sets
  const given = coded.codedRows(width)
  const parts = await runBatch({ job: countsJob, input: given, tasks: sets.tasks(), count, cost }, run)

  let member = 0
  let set = 0
  for (const { cells, ends } of parts) {
    let from = 0
    for (const end of ends) {
      for (; member < tables.length && sets.setOf[member] === set; member++) {
        tables[member].cells.set(cells.subarray(from, end))
      }
      from = end
      set++
    }
  }
  return tables
}
