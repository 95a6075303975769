import { countMembers, CribaError, emptyNearest, otherVariablesOf, variablesOf } from '#core'
import type { Family, Nearest, NearestRequest, NearestWanted } from '#core'
import type { NearestInput } from '../neighbours/nearest-job.ts'
import { mergeNearest, nearestBatch } from '../neighbours/nearest-plan.ts'
import { latticeBatch, mergeLattice } from '../tables/lattice-job.ts'
import type { LatticeInput } from '../tables/lattice-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import { completeGroups, rowsOfLattice } from './complete-groups.ts'
import type { CompleteGroup } from './complete-groups.ts'
import { distancesOf, layOut, originsOf, targetOf } from './distance-columns.ts'
import { sumKsg } from './neighbour-counts.ts'
import type { ResolvedView } from './resolved-view.ts'

/** The most sets that are computed one by one, without a lattice walk. */
const mostMembers = 1 << 20

/**
 * Computes sums over the nearest neighbours for a family; a member with k rows or fewer gets its n, and NaN
 * for each sum.
 */
export async function answerNearest(
  request: NearestRequest,
  resolved: ResolvedView,
  run: BatchRun,
): Promise<Nearest> {
  if (resolved.rows.counted.weights) {
    throw new CribaError('unsuitable', 'unsuitable weights: neighbours need every weight to be 0 or 1')
  }
  const { family, k, wanted } = request
  const levels = [...variablesOf(family), ...otherVariablesOf(wanted)].filter(({ coding }) => coding)
  if (levels.length > 0) await resolved.encode(levels, run)
  if (canWalkLattice(request, resolved)) return answerLattice(request, resolved, run)
  const members = countMembers(family)
  if (members > mostMembers) {
    throw new CribaError(
      'too-large',
      `too many sets: ${members} (at most ${mostMembers} can be computed one by one; use fewer columns or smaller sets)`,
    )
  }
  const answer = emptyNearest(members, k, wanted)
  for (const group of completeGroups(family, otherVariablesOf(wanted), resolved)) {
    const rows = group.rows?.length ?? resolved.rows.length
    for (const place of group.places) answer.n[place] = rows
    // With too few rows there are no neighbours: the sums stay NaN.
    if (rows <= (wanted.of === 'levels' ? 1 : k)) continue
    if (wanted.of === 'differences' || wanted.of === 'distances')
      await sumDistances(request, wanted, group, resolved, run, answer)
    else await sumKsg(request, wanted, group, resolved, run, answer)
  }
  return answer
}

/** Sums target differences, or logarithms of distances, over the k nearest. */
async function sumDistances(
  request: NearestRequest,
  wanted: Extract<NearestWanted, { of: 'differences' | 'distances' }>,
  group: CompleteGroup,
  resolved: ResolvedView,
  run: BatchRun,
  answer: Nearest,
): Promise<void> {
  const { k, metric, scale } = request
  const { columns, origins, sets, rows } = layOut(group, request, resolved)
  const target = wanted.of === 'differences' ? targetOf(wanted, scale, group.rows, resolved) : null
  const given: NearestInput = {
    rows,
    columns,
    origins,
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

/** Copies the numbers of one member, if they were requested. */
function putPlaces(
  to: Float64Array,
  member: number,
  from: ArrayLike<number>,
  set: number,
  width: number,
): void {
  if (to.length > 0) for (let p = 0; p < width; p++) to[member * width + p] = from[set * width + p]
}

/** With at least this many sets per column, one walk over all subsets costs less than single sets. */
const leastSetsPerColumn = 4
/** The most columns whose subsets are walked. */
const mostColumns = 25
/** The most columns, with those that are in every set. */
const mostWithCommon = 30

/** Whether one walk over the lattice of subsets can answer a request. */
function canWalkLattice(request: NearestRequest, resolved: ResolvedView): boolean {
  const { family, metric, k, wanted } = request
  if (!('of' in family) || metric !== 'euclidean') return false
  if (wanted.of !== 'differences' && wanted.of !== 'distances') return false
  const { of, sizes, base = [] } = family
  if (of.length > mostColumns || of.length + base.length > mostWithCommon || sizes[0] + base.length < 1)
    return false
  if (countMembers(family) < leastSetsPerColumn * of.length) return false
  const rows = rowsOfLattice(request, resolved)
  return rows !== undefined && k < (rows?.length ?? resolved.rows.length)
}

/** Computes sums over the nearest neighbours for all subsets of some columns, in one walk. */
async function answerLattice(
  request: NearestRequest,
  resolved: ResolvedView,
  run: BatchRun,
): Promise<Nearest> {
  const { family, k, scale, wanted } = request
  const { of, sizes, base = [] } = family as Extract<Family, { of: unknown }>
  const picked = rowsOfLattice(request, resolved) ?? null
  const rows = picked?.length ?? resolved.rows.length
  const isDifferences = wanted.of === 'differences'
  const target = isDifferences ? targetOf(wanted, scale, picked, resolved) : null
  const columns = [...base, ...of].map((variable) => distancesOf(variable, request, picked, resolved))
  const given: LatticeInput = {
    rows,
    columns: columns.map(({ values }) => values),
    origins: originsOf(columns, request),
    common: base.length,
    target: target?.values ?? null,
    k,
    ties: isDifferences ? wanted.ties : 'shared',
    wanted: isDifferences ? 'differences' : 'distances',
    sizes: [sizes[0] + base.length, sizes[1] + base.length],
  }
  const sums = mergeLattice(given, await runBatch(latticeBatch(given), run))
  const members = countMembers(family)
  return {
    ...emptyNearest(members, k, wanted),
    n: new Float64Array(members).fill(rows),
    squaredDifferences: sums.squaredDifferences,
    squaredDistances: sums.squaredDistances,
    targetSpread: new Float64Array(target ? members : 0).fill(target?.spread ?? NaN),
    logDistances: sums.logDistances,
    zeros: Float64Array.from(sums.zeros),
    tied: Float64Array.from(sums.tied),
  }
}
