import { emptyEntropies } from '#core'
import type { Entropies, EntropyRequest, EntropySums, Variable } from '#core'
import { sumsOfSet } from '../tables/entropies-job.ts'
import type { EntropiesPart } from '../tables/entropies-job.ts'
import { valueEntropiesJob } from '../tables/value-entropies-job.ts'
import type { ValueEntropiesInput } from '../tables/value-entropies-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import type { ResolvedView } from './resolved-view.ts'

/** Milliseconds to sort a value, and per column; slightly overestimated. */
const cost = { value: 4e-5, column: 1e-2 }
/** The approximate duration of a task in milliseconds. */
const taskCost = 8

/** The members of a request that are columns of numbers by their values, and a request for the others. */
interface PartedRequest {
  readonly numbers: readonly Variable[]
  readonly others: EntropyRequest
  /** For each member its place among the numbers, or −1 − that among the others. */
  readonly places: Int32Array
}

/**
 * Parts a request for single columns, where each row counts once; null where none is a column of numbers by
 * its values. Sorted values are counted without coding them as levels, which is quicker where they are many.
 */
export function partByValues(request: EntropyRequest, { columns, rows }: ResolvedView): PartedRequest | null {
  const { family, within, also } = request
  if (!('each' in family) || family.base.length > 0 || within || also || rows.counted.weights) return null
  const isNumbers = ({ column, coding, fill, permuted }: Variable) =>
    coding?.kind === 'values' && columns[column].type === 'numeric' && fill === undefined && !permuted
  const numbers = family.each.filter(isNumbers)
  if (numbers.length === 0) return null
  const each = family.each.filter((variable) => !isNumbers(variable))
  let [number, other] = [0, 0]
  const places = Int32Array.from(family.each, (variable) => (isNumbers(variable) ? number++ : -1 - other++))
  return { numbers, others: { ...request, family: { base: [], each } }, places }
}

/** The entropies of columns of numbers, each by its values. */
export async function answerByValues(
  numbers: readonly Variable[],
  resolved: ResolvedView,
  tables: EntropySums,
  run: BatchRun,
): Promise<Entropies> {
  const { length: rows, counted } = resolved.rows
  const { high, low } = tables
  const input: ValueEntropiesInput = { rows, excluded: counted.excluded, high, low }
  const ofColumn = cost.column + cost.value * rows
  const most = Math.max(1, Math.round(taskCost / ofColumn))
  const count = Math.ceil(numbers.length / most)
  const tasks = Array.from({ length: count }, (_, i) =>
    numbers.slice(i * most, (i + 1) * most).map((variable) => resolved.valuesOf(variable)),
  )
  const batch = { job: valueEntropiesJob, input, tasks, count, cost: numbers.length * ofColumn }
  const answer = emptyEntropies(numbers.length)
  putSets(answer, null, await runBatch(batch, run), tables)
  return answer
}

/** The entropies of both parts of a request, in its order. */
export function joinParts({ places }: PartedRequest, numbers: Entropies, others: Entropies): Entropies {
  const from = (key: keyof Entropies) =>
    Float64Array.from(places, (place) => (place >= 0 ? numbers[key][place] : others[key][-1 - place]))
  return { n: from('n'), high: from('high'), low: from('low'), cells: from('cells') }
}

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
