import { countedFamilies, countMembers, emptyEntropies, variablesOf } from '#core'
import type { Entropies, EntropyAnswer, EntropyRequest, EntropySums, Variable } from '#core'
import type { CodedInput } from '../tables/coded-arena.ts'
import { entropiesJob } from '../tables/entropies-job.ts'
import type { EntropiesInput } from '../tables/entropies-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import type { SetRun, Sets } from '../threads/sets.ts'
import { answerPacked, packedRequest } from './answer-packed.ts'
import type { CodedColumns } from './coded-columns.ts'
import { CodedSets } from './coded-sets.ts'
import { putSets } from './put-sets.ts'
import type { ResolvedView } from './resolved-view.ts'
import { answerByValues, joinParts, partByValues } from './value-entropies.ts'

/** The job's input, which is the same object for the same columns. */
const inputs = new WeakMap<CodedInput, EntropiesInput>()

/** Computes entropies under one view. */
export async function answerEntropies(
  requests: readonly EntropyRequest[],
  resolved: ResolvedView,
  run: BatchRun,
  sumsFor: (total: number) => EntropySums,
): Promise<readonly EntropyAnswer[]> {
  const tables = sumsFor(resolved.rows.total)
  const parted = requests.map((request) => partByValues(request, resolved))
  const coded = requests.map((request, i) => parted[i]?.others ?? request)
  const answers = await answerCoded(coded, resolved, run, tables)
  for (const [i, parts] of parted.entries()) {
    if (!parts) continue
    const ofNumbers = await answerByValues(parts.numbers, resolved, tables, run)
    answers[i] = joinParts(parts, ofNumbers, answers[i])
  }
  return answers
}

/** Computes entropies of coded columns. */
async function answerCoded(
  requests: readonly EntropyRequest[],
  resolved: ResolvedView,
  run: BatchRun,
  tables: EntropySums,
): Promise<EntropyAnswer[]> {
  const groups = groupsOf(requests)
  for (const variables of groups) await resolved.encode(variables, run)
  const columns = resolved.codedFor(groups)
  for (const variables of groups) columns.placesOf(variables)
  // The entropies of each counted family: of the sets, and of those with `also`.
  const found = requests.map((): (Entropies | undefined)[] => [])
  for (const [i, request] of requests.entries()) {
    const packed = packedRequest(request, columns)
    if (packed) found[i] = await answerPacked(packed, resolved, columns, tables, run)
  }
  const others = requests.flatMap((request, i) =>
    countedFamilies(request).flatMap((family, place) =>
      found[i][place] ? [] : [{ ...request, family, put: (of: Entropies) => (found[i][place] = of) }],
    ),
  )
  const answers = await countSets(others, resolved, columns, tables, run)
  others.forEach(({ put }, i) => put(answers[i]))
  // Not a copy, which would read the lazy numbers of cells.
  return found.map(([of, also]) => (also ? Object.assign(of!, { also }) : of!))
}

/** The variables of a batch, in lists that several requests share. */
function groupsOf(requests: readonly EntropyRequest[]): readonly (readonly Variable[])[] {
  const groups = new Set<readonly Variable[]>()
  const others = new Set<Variable>()
  for (const { family, also } of requests) {
    if ('each' in family) groups.add(family.each)
    for (const variable of 'each' in family ? family.base : variablesOf(family)) others.add(variable)
    if (also) others.add(also)
  }
  return [...groups, [...others]]
}

/** Computes entropies set by set, all in one batch. */
async function countSets(
  families: readonly Pick<EntropyRequest, 'family' | 'within'>[],
  resolved: ResolvedView,
  columns: CodedColumns,
  tables: EntropySums,
  run: BatchRun,
): Promise<readonly Entropies[]> {
  if (families.length === 0) return []
  const setsOf = families.map(
    ({ family, within }) => new CodedSets(family, within, resolved.rows.length, columns),
  )
  const given = givenFor(columns.codedRows(Math.max(...setsOf.map(({ width }) => width))), tables)
  const count = setsOf.reduce((sum, sets) => sum + sets.count, 0)
  const cost = setsOf.reduce((sum, sets) => sum + sets.cost, 0)
  const parts = await runBatch(
    { job: entropiesJob, input: given, tasks: tasksOf(setsOf), count, cost, affinity },
    run,
  )

  let first = 0
  return setsOf.map((sets, i) => {
    const answer = emptyEntropies(countMembers(families[i].family))
    putSets(answer, sets.setOf, parts.slice(first, first + sets.count), tables)
    first += sets.count
    return answer
  })

  /** Tasks on the same columns have the same affinity. */
  function affinity(task: Sets | SetRun): number {
    const column = 'lasts' in task ? task.lasts[0] : (task.columns.at(-1) ?? 0)
    return column / given.columns.length
  }
}

function givenFor(rows: CodedInput, { high, low }: EntropySums): EntropiesInput {
  let given = inputs.get(rows)
  if (!given) {
    given = { ...rows, high, low }
    inputs.set(rows, given)
  }
  return given
}

function* tasksOf(setsOf: readonly CodedSets[]): Generator<Sets | SetRun> {
  for (const sets of setsOf) yield* sets.tasks()
}
