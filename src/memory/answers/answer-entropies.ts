import { countedFamilies, countMembers, emptyEntropies, variablesOf } from '#core'
import type { Entropies, EntropyAnswer, EntropyRequest, EntropySums, Variable } from '#core'
import type { CodedInput } from '../tables/coded-list.ts'
import { entropiesJob } from '../tables/entropies-job.ts'
import type { EntropiesInput, EntropiesTask } from '../tables/entropies-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import { answerPacked, packedRequest } from './answer-packed.ts'
import type { CodedColumns } from './coded-columns.ts'
import { CodedSets } from './coded-sets.ts'
import type { ResolvedView } from './resolved-view.ts'
import { answerByValues, joinParts, partByValues, putSets } from './value-entropies.ts'

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
    familiesToCount(request, found[i], columns).map(({ also, place, ...of }) => ({
      ...of,
      also,
      put: (answers: readonly Entropies[]) => answers.forEach((one, next) => (found[i][place + next] = one)),
    })),
  )
  const answers = await countSets(others, resolved, columns, tables, run)
  others.forEach(({ put }, i) => put(answers[i]))
  // Not a copy, which would read the lazy numbers of cells.
  return found.map(([of, also]) => (also ? Object.assign(of!, { also }) : of!))
}

/** A family to count, alone or also with a further variable. */
interface CountedFamily extends Pick<EntropyRequest, 'family' | 'within'> {
  readonly also: Variable | null
}

/**
 * The families of a request that have no answer yet, and their places in its answers. One table counts both
 * where the further variable is complete, so that the rows are the same.
 */
function familiesToCount(
  request: EntropyRequest,
  found: readonly (Entropies | undefined)[],
  columns: CodedColumns,
): readonly (CountedFamily & { readonly place: number })[] {
  const { family, within, also } = request
  const given = { ...(within && { within }) }
  if (also && !found[0] && !within && Number.isFinite(columns.levelsIfComplete(columns.placeOf(also)))) {
    return [{ family, also, place: 0 }]
  }
  return countedFamilies(request).flatMap((family, place) =>
    found[place] ? [] : [{ ...given, family, also: null, place }],
  )
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

/** Computes entropies set by set, all in one batch: of each family, and of that with `also`. */
async function countSets(
  families: readonly CountedFamily[],
  resolved: ResolvedView,
  columns: CodedColumns,
  tables: EntropySums,
  run: BatchRun,
): Promise<readonly (readonly Entropies[])[]> {
  if (families.length === 0) return []
  const setsOf = families.map(
    ({ family, within }) => new CodedSets(family, within, resolved.rows.length, columns),
  )
  const width = Math.max(...setsOf.map(({ width }, i) => width + (families[i].also ? 1 : 0)))
  const given = givenFor(columns.codedRows(width), tables)
  const alsoOf = families.map(({ also }) => also && columns.placeOf(also))
  const count = setsOf.reduce((sum, sets) => sum + sets.count, 0)
  const cost = setsOf.reduce((sum, sets, i) => sum + sets.cost * (families[i].also ? 2 : 1), 0)
  const parts = await runBatch(
    { job: entropiesJob, input: given, tasks: tasksOf(setsOf, alsoOf), count, cost, affinity },
    run,
  )

  let first = 0
  return setsOf.map((sets, i) => {
    const own = parts.slice(first, first + sets.count)
    first += sets.count
    const members = countMembers(families[i].family)
    return [own, ...(families[i].also ? [own.map(({ also }) => also!)] : [])].map((of) => {
      const answer = emptyEntropies(members)
      putSets(answer, sets.setOf, of, tables)
      return answer
    })
  })

  /** Tasks on the same columns have the same affinity. */
  function affinity({ sets }: EntropiesTask): number {
    const column = 'lasts' in sets ? sets.lasts[0] : (sets.columns.at(-1) ?? 0)
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

function* tasksOf(
  setsOf: readonly CodedSets[],
  alsoOf: readonly (number | null)[],
): Generator<EntropiesTask> {
  for (const [i, of] of setsOf.entries()) {
    const also = alsoOf[i]
    for (const sets of of.tasks()) yield also === null ? { sets } : { sets, also }
  }
}
