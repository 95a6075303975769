import { digammas } from '../../kernel/margins-digamma.ts'
import { marginsJob, marginsTasks, mergeMargins } from '../../kernel/margins-job.ts'
import type { MarginsGiven } from '../../kernel/margins-given.ts'
import type { NearestGiven } from '../../kernel/nearest-job.ts'
import { nearestBatch } from '../../kernel/nearest-plan.ts'
import { mergeNearest } from '../../kernel/nearest-sums.ts'
import { runBatch } from '../../kernel/pool.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import { CribaError } from '../../spec/error.ts'
import { countMembers } from '../../statistics/family.ts'
import { besidesOf, emptyNearest } from '../../statistics/nearest.ts'
import type { Nearest, NearestRequest, NearestWanted } from '../../statistics/nearest.ts'
import { answerLattice, canWalk } from './answer-lattice.ts'
import { completeGroups } from './complete-groups.ts'
import type { CompleteGroup } from './complete-groups.ts'
import { layOut, levelsOf, targetOf } from './distance-columns.ts'
import type { Sight } from './sight.ts'

/** Sets that no walk serves are looked at one by one: at most so many. */
const mostMembers = 1 << 20

/** Sums over nearest neighbours of a family; a member of k rows or fewer gets its n, and NaN for each sum. */
export async function answerNearest(request: NearestRequest, sight: Sight, run: BatchRun): Promise<Nearest> {
  if (sight.rows.counted.weights) {
    throw new CribaError('unsuitable', 'unsuitable weights: neighbours need every weight to be 0 or 1')
  }
  const { family, k, wanted } = request
  if (wanted.of === 'levels') await sight.encode([wanted.target], run)
  if (canWalk(request, sight)) return answerLattice(request, sight, run)
  const members = countMembers(family)
  if (members > mostMembers) {
    throw new CribaError(
      'too-large',
      `too many sets: ${members} (at most ${mostMembers} are looked at one by one; fewer columns, or smaller sets)`,
    )
  }
  const answer = emptyNearest(members, k, wanted)
  for (const group of completeGroups(family, besidesOf(wanted), sight)) {
    const rows = group.rows?.length ?? sight.rows.length
    for (const place of group.places) answer.n[place] = rows
    // Of too few rows nothing is known; what was laid out as NaN says so.
    if (rows <= (wanted.of === 'levels' ? 1 : k)) continue
    if (wanted.of === 'margins' || wanted.of === 'levels')
      await sumMargins(request, wanted, group, sight, run, answer)
    else await sumDistances(request, wanted, group, sight, run, answer)
  }
  return answer
}

/** Σ over the k nearest: target differences, or logarithms of distances. */
async function sumDistances(
  request: NearestRequest,
  wanted: Extract<NearestWanted, { of: 'differences' | 'distances' }>,
  group: CompleteGroup,
  sight: Sight,
  run: BatchRun,
  answer: Nearest,
): Promise<void> {
  const { k, metric, scale } = request
  const { columns, sets, rows } = layOut(group, request, sight)
  const target = wanted.of === 'differences' ? targetOf(wanted, scale, group.rows, sight) : null
  const given: NearestGiven = {
    rows,
    columns,
    k,
    metric,
    wanted:
      wanted.of === 'differences'
        ? { of: 'differences', target: target!.values, ties: wanted.ties }
        : { of: 'distances' },
  }
  const parts = await runBatch(nearestBatch(given, sets), run)
  const sums = mergeNearest(given, group.places.length, parts)
  group.places.forEach((place, i) => {
    putPlaces(answer.squaredDifferences, place, sums.squaredDifferences, i, k)
    putPlaces(answer.squaredDistances, place, sums.squaredDistances, i, k)
    putPlaces(answer.logDistances, place, sums.logDistances, i, 1)
    if (target) answer.targetSpread[place] = target.spread
    answer.zeros[place] = sums.zeros[i]
    answer.tied[place] = sums.tied[i]
  })
}

/**
 * Σ of digamma functions of neighbour counts, in margins or among levels; of sets whose neighbours tie once more with noise
 * that parts them, if the request says so. How many tie is told of the numbers as they are.
 */
async function sumMargins(
  request: NearestRequest,
  wanted: MarginsWanted,
  group: CompleteGroup,
  sight: Sight,
  run: BatchRun,
  answer: Nearest,
): Promise<void> {
  const plain = await marginsOf({ ...request, jitter: 0 }, wanted, group, sight, run)
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
  const parted = await marginsOf(request, wanted, some, sight, run)
  places.forEach((place, i) => {
    answer.digammas[place] = parted.digammas[i]
  })
}

type MarginsWanted = Extract<NearestWanted, { of: 'margins' | 'levels' }>

async function marginsOf(
  request: NearestRequest,
  wanted: MarginsWanted,
  group: CompleteGroup,
  sight: Sight,
  run: BatchRun,
) {
  const { k } = request
  const beside = wanted.of === 'margins' ? wanted.with : []
  const { columns, sets, rows } = layOut(group, request, sight, beside)
  const given: MarginsGiven = {
    rows,
    columns,
    sets,
    k,
    digamma: digammas(rows + 1),
    wanted:
      wanted.of === 'margins'
        ? { of: 'margins', with: beside.map((_, i) => columns.length - beside.length + i), rule: wanted.rule }
        : levelsOf(wanted.target, group.rows, sight),
  }
  const { tasks, cost } = marginsTasks(given)
  const parts = await runBatch({ job: marginsJob, given, tasks, count: tasks.length, cost }, run)
  return mergeMargins(given, tasks, parts)
}

/** Copies what one member has at each of its places, if anything was asked for. */
function putPlaces(
  to: Float64Array,
  member: number,
  from: ArrayLike<number>,
  set: number,
  width: number,
): void {
  if (to.length > 0) for (let p = 0; p < width; p++) to[member * width + p] = from[set * width + p]
}
