import { CribaError } from '#core'
import type { LocalPermutations, Nearest, NearestRequest, NearestWanted } from '#core'
import { digammas } from '../neighbours/ksg-input.ts'
import type { GivenColumns, KsgInput } from '../neighbours/ksg-input.ts'
import { ksgJob, ksgTasks, mergeKsg } from '../neighbours/ksg-job.ts'
import { countExceedances, localPermutationJob, localTasks } from '../neighbours/local-permutation-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import type { CompleteGroup } from './complete-groups.ts'
import { layOut, levelsOf } from './distance-columns.ts'
import type { ResolvedView } from './resolved-view.ts'

/**
 * Sums digamma functions of neighbour counts, in the margins or among levels. If the request asks for jitter,
 * sets with tied neighbours are computed again with noise that breaks the ties; the number of ties is that of
 * the original numbers.
 */
export async function sumKsg(
  request: NearestRequest,
  wanted: KsgWanted,
  group: CompleteGroup,
  resolved: ResolvedView,
  run: BatchRun,
  answer: Nearest,
): Promise<void> {
  if (wanted.of === 'conditional' && wanted.permuted)
    return countPermuted(request, wanted, wanted.permuted, group, resolved, run, answer)
  const plain = await ksgSumsOf({ ...request, jitter: 0 }, wanted, group, resolved, run)
  group.places.forEach((place, i) => {
    answer.n[place] = plain.n
    answer.digammas[place] = plain.digammas[i]
    answer.zeros[place] = plain.zeros[i]
    answer.tied[place] = plain.tied[i]
  })
  const tied = [...group.places.keys()].filter((i) => plain.tied[i] > 0 || plain.zeros[i] > 0)
  if (!request.jitter || tied.length === 0) return
  const places = tied.map((i) => group.places[i])
  const some = { rows: group.rows, places, members: tied.map((i) => group.members[i]) }
  const jittered = await ksgSumsOf(request, wanted, some, resolved, run)
  places.forEach((place, i) => {
    answer.digammas[place] = jittered.digammas[i]
  })
}

/** The most rows whose nearest in other columns are sought, pair by pair. */
const mostPermuted = 50_000

/**
 * Counts the permutations that make the information at least as large. Where noise is requested it breaks ties in all
 * of them alike, but rows that are equal in what is given are exchanged as equal.
 */
async function countPermuted(
  request: NearestRequest,
  wanted: Extract<KsgWanted, { of: 'conditional' }>,
  permuted: LocalPermutations,
  group: CompleteGroup,
  resolved: ResolvedView,
  run: BatchRun,
  answer: Nearest,
): Promise<void> {
  const given = ksgInputOf(request, wanted, group, resolved)
  if (wanted.given.length > 0 && given.rows > mostPermuted) {
    throw new CribaError(
      'too-large',
      `too many rows for local permutations: ${given.rows} (at most ${mostPermuted}, as all pairs of them are compared; take a sample of the rows)`,
    )
  }
  const found = await sumsOf(given, run)
  const names = group.members.map((set) => set.map(({ column }) => resolved.columns[column].name).join())
  const nothing = { ...group, members: [] }
  const plain = layOut(nothing, { ...request, jitter: 0 }, resolved, [wanted.given])
  const input = { ...given, wanted: given.wanted as GivenColumns, permuted, names, near: plain.columns }
  const tasks = localTasks(input)
  const { cost } = ksgTasks(given)
  const count = permuted.last - permuted.first + 1
  const batch = { job: localPermutationJob, input, tasks, count: tasks.length, cost: cost * count }
  const exceedances = countExceedances(tasks, await runBatch(batch, run), found.digammas)
  group.places.forEach((place, i) => {
    answer.digammas[place] = found.digammas[i]
    answer.exceedances[place] = exceedances[i]
  })
}

type KsgWanted = Extract<NearestWanted, { of: 'ksg' | 'conditional' | 'levels' }>

async function ksgSumsOf(
  request: NearestRequest,
  wanted: KsgWanted,
  group: CompleteGroup,
  resolved: ResolvedView,
  run: BatchRun,
) {
  return sumsOf(ksgInputOf(request, wanted, group, resolved), run)
}

async function sumsOf(given: KsgInput, run: BatchRun) {
  const { tasks, cost } = ksgTasks(given)
  const parts = await runBatch({ job: ksgJob, input: given, tasks, count: tasks.length, cost }, run)
  return mergeKsg(given, tasks, parts)
}

function ksgInputOf(
  request: NearestRequest,
  wanted: KsgWanted,
  group: CompleteGroup,
  resolved: ResolvedView,
): KsgInput {
  const { k } = request
  const beside = wanted.of === 'levels' ? [] : [wanted.with]
  const lists = wanted.of === 'conditional' ? [...beside, wanted.given] : beside
  const { columns, origins, sets, rows, others } = layOut(group, request, resolved, lists)
  return {
    rows,
    columns,
    origins,
    sets,
    k,
    digamma: digammas(rows + 1),
    wanted: placedWanted(wanted, others, group, resolved),
  }
}

/** What is wanted, by the indices of the columns. */
function placedWanted(
  wanted: KsgWanted,
  [others, given]: readonly (readonly number[])[],
  { rows }: CompleteGroup,
  resolved: ResolvedView,
): KsgInput['wanted'] {
  switch (wanted.of) {
    case 'ksg':
      return { of: 'ksg', with: others, rule: wanted.rule }
    case 'conditional':
      return { of: 'conditional', with: others, given, isClosed: wanted.rule === 'mesner-shalizi' }
    case 'levels':
      return levelsOf(wanted.target, rows, resolved)
  }
}
