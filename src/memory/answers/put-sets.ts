import type { Entropies, EntropySums } from '#core'
import { sumsOfSet } from '../tables/entropies-job.ts'
import type { EntropiesPart } from '../tables/entropies-job.ts'

const nothing = new Float64Array(0)

/** Writes the sums of each set to the members that it answers, in order; by default each set answers one. */
export function putSets(
  answer: Entropies,
  setOf: Uint32Array | null,
  parts: readonly EntropiesPart[],
  tables: EntropySums,
): void {
  const members = answer.n.length
  let member = 0
  let set = 0
  for (const { sums, untabled } of parts) {
    let restFrom = 0
    for (let at = 0; at < sums.length; at += sumsOfSet) {
      const left = sums[at + 4]
      const leftOver = left > 0 ? untabled.subarray(restFrom, restFrom + left) : nothing
      for (; member < members && (setOf?.[member] ?? member) === set; member++) {
        tables.putSums(answer, member, sums, at, leftOver)
      }
      restFrom += left
      set++
    }
  }
}
