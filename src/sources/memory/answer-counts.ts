import { countsJob } from '../../kernel/counts-job.ts'
import { runBatch } from '../../kernel/pool.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import { emptyCounts, refuseLargeTable } from '../../statistics/counts.ts'
import type { Counts } from '../../statistics/counts.ts'
import { membersOf, variablesOf } from '../../statistics/family.ts'
import type { CountsRequest } from '../../statistics/request.ts'
import { CodedSets } from './coded-sets.ts'
import type { Sight } from './sight.ts'

/** Contingency tables of a family. */
export async function answerCounts(
  { family }: CountsRequest,
  sight: Sight,
  run: BatchRun,
): Promise<readonly Counts[]> {
  const variables = variablesOf(family)
  await sight.encode(variables, run)
  const tables = [...membersOf(family)].map((member) => {
    const levels = member.map((variable) => sight.codesOf(variable).levels)
    const names = member.map(({ column }) => sight.columns[column].name)
    refuseLargeTable(
      levels.reduce((cells, axis) => cells * axis.length, 1),
      names,
    )
    return emptyCounts(levels)
  })
  const coded = sight.codedFor([variables])
  const sets = new CodedSets(family, undefined, sight.rows.length, coded)
  const { width, count, cost } = sets
  const given = coded.given(width)
  const parts = await runBatch({ job: countsJob, given, tasks: sets.tasks(), count, cost }, run)

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
