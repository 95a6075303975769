import { entropiesJob, sumsOfSet } from '../../kernel/entropies-job.ts'
import type { EntropiesInput, EntropiesPart } from '../../kernel/entropies-job.ts'
import type { CodedInput } from '../../kernel/coded-arena.ts'
import { runBatch } from '../../kernel/pool.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import type { SetRun, Sets } from '../../kernel/sets.ts'
import { emptyEntropies } from '../../statistics/entropies.ts'
import type { Entropies, EntropySums } from '../../statistics/entropies.ts'
import { countMembers, variablesOf } from '../../statistics/family.ts'
import type { EntropyRequest } from '../../statistics/request.ts'
import { answerPacked, canPack, findPacked } from './answer-packed.ts'
import type { CodedColumns } from './coded-columns.ts'
import { CodedSets } from './coded-sets.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { ResolvedView } from './resolved-view.ts'

const nothing = new Float64Array(0)
/** What the job is given for the same columns is the same object. */
const givens = new WeakMap<CodedInput, EntropiesInput>()

/** Entropies of families seen through one view. */
export async function answerEntropies(
  requests: readonly EntropyRequest[],
  resolved: ResolvedView,
  tables: EntropySums,
  run: BatchRun,
): Promise<readonly Entropies[]> {
  const groups = groupsOf(requests)
  for (const variables of groups) await resolved.encode(variables, run)
  const columns = resolved.codedFor(groups)
  for (const variables of groups) columns.placesOf(variables)
  const found = new Map<EntropyRequest, Entropies>()
  for (const asked of findPacked(requests)) {
    // Where the one more has gaps, or too many levels, the rest may be bundled still.
    const bundled = [asked, { ...asked, withBy: null, by: null }].find((one) => canPack(one, columns))
    if (!bundled) continue
    const { alone, withBy } = await answerPacked(bundled, resolved, columns, tables, run)
    found.set(bundled.alone, alone)
    if (bundled.withBy && withBy) found.set(bundled.withBy, withBy)
  }
  const others = requests.filter((request) => !found.has(request))
  const answers = await countSets(others, resolved, columns, tables, run)
  others.forEach((request, i) => found.set(request, answers[i]))
  return requests.map((request) => found.get(request)!)
}

/** The variables of a batch, in lists that come again from request to request. */
function groupsOf(requests: readonly EntropyRequest[]): readonly (readonly Variable[])[] {
  const groups = new Set<readonly Variable[]>()
  const others = new Set<Variable>()
  for (const { family } of requests) {
    if ('each' in family) groups.add(family.each)
    for (const variable of 'each' in family ? family.base : variablesOf(family)) others.add(variable)
  }
  return [...groups, [...others]]
}

/** Entropies of families set after set, all in one batch. */
async function countSets(
  requests: readonly EntropyRequest[],
  resolved: ResolvedView,
  columns: CodedColumns,
  tables: EntropySums,
  run: BatchRun,
): Promise<readonly Entropies[]> {
  if (requests.length === 0) return []
  const asked = requests.map(
    ({ family, within }) => new CodedSets(family, within, resolved.rows.length, columns),
  )
  const given = givenFor(columns.given(Math.max(...asked.map(({ width }) => width))), tables)
  const count = asked.reduce((sum, sets) => sum + sets.count, 0)
  const cost = asked.reduce((sum, sets) => sum + sets.cost, 0)
  const parts = await runBatch(
    { job: entropiesJob, input: given, tasks: tasksOf(asked), count, cost, affinity },
    run,
  )

  let first = 0
  return asked.map((sets, i) => {
    const answer = emptyEntropies(countMembers(requests[i].family))
    putParts(answer, sets.setOf, parts.slice(first, first + sets.count), tables)
    first += sets.count
    return answer
  })

  /** Tasks on the same columns are at home in the same place; one whose sets all stood before has none. */
  function affinity(task: Sets | SetRun): number {
    const column = 'lasts' in task ? task.lasts[0] : (task.columns.at(-1) ?? 0)
    return column / given.columns.length
  }
}

function givenFor(rows: CodedInput, { high, low }: EntropySums): EntropiesInput {
  let given = givens.get(rows)
  if (!given) {
    given = { ...rows, high, low }
    givens.set(rows, given)
  }
  return given
}

function* tasksOf(asked: readonly CodedSets[]): Generator<Sets | SetRun> {
  for (const sets of asked) yield* sets.tasks()
}

/** Writes the sums of the sets to the members they answer. */
function putParts(
  answer: Entropies,
  setOf: Uint32Array,
  parts: readonly EntropiesPart[],
  tables: EntropySums,
): void {
  let member = 0
  let set = 0
  for (const { sums, untabled } of parts) {
    let restFrom = 0
    for (let at = 0; at < sums.length; at += sumsOfSet) {
      const left = sums[at + 4]
      const leftOver = left > 0 ? untabled.subarray(restFrom, restFrom + left) : nothing
      for (; member < setOf.length && setOf[member] === set; member++) {
        tables.putSums(answer, member, sums, at, leftOver)
      }
      restFrom += left
      set++
    }
  }
}
