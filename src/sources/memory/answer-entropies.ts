import { entropiesJob, sumsOfSet } from '../../kernel/entropies-job.ts'
import { runBatch } from '../../kernel/pool.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import { emptyEntropies } from '../../statistics/entropies.ts'
import type { Entropies, EntropySums } from '../../statistics/entropies.ts'
import { countMembers, variablesOf } from '../../statistics/family.ts'
import type { EntropyRequest } from '../../statistics/request.ts'
import { CodedSets } from './coded-sets.ts'
import type { Sight } from './sight.ts'

const nothing = new Float64Array(0)

/** Entropies of a family. */
export async function answerEntropies(
  { family, within }: EntropyRequest,
  sight: Sight,
  tables: EntropySums,
  run: BatchRun,
): Promise<Entropies> {
  await sight.encode(variablesOf(family), run)
  const { weights } = sight.rows.counted
  const { high, low } = tables
  const sets = new CodedSets(family, within, sight)
  const { columns, width, count, cost } = sets
  const given = { rows: sight.rows.length, columns, width, weights, high, low }
  const parts = await runBatch({ job: entropiesJob, given, tasks: sets.tasks(), count, cost }, run)

  const answer = emptyEntropies(countMembers(family))
  let member = 0
  let set = 0
  for (const { sums, rest } of parts) {
    let restFrom = 0
    for (let at = 0; at < sums.length; at += sumsOfSet) {
      const left = sums[at + 5]
      const leftOver = left > 0 ? rest.subarray(restFrom, restFrom + left) : nothing
      for (; member < sets.setOf.length && sets.setOf[member] === set; member++) {
        tables.putSums(answer, member, sums, at, leftOver)
      }
      restFrom += left
      set++
    }
  }
  return answer
}
