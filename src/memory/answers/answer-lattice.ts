import { countMembers, emptyNearest } from '#core'
import type { Family, Nearest, NearestRequest } from '#core'
import { latticeBatch, mergeLattice } from '../tables/lattice-job.ts'
import type { LatticeInput } from '../tables/lattice-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import { rowsOfLattice } from './complete-groups.ts'
import { distancesOf, originsOf, targetOf } from './distance-columns.ts'
import type { ResolvedView } from './resolved-view.ts'

/** With at least this many sets per column, one walk over all subsets costs less than single sets. */
const leastSetsPerColumn = 4
/** The most columns whose subsets are walked. */
const mostColumns = 25
/** The most columns, with those that are in every set. */
const mostWithCommon = 30

/** Whether one walk over the lattice of subsets can answer a request. */
export function canWalkLattice(request: NearestRequest, resolved: ResolvedView): boolean {
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
export async function answerLattice(
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
