import { latticeBatch } from '../../kernel/lattice-job.ts'
import type { LatticeGiven } from '../../kernel/lattice-job.ts'
import { mergeLattice } from '../../kernel/lattice-part.ts'
import { runBatch } from '../../kernel/pool.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import { countMembers } from '../../statistics/family.ts'
import { emptyNearest } from '../../statistics/nearest.ts'
import type { Nearest, NearestRequest } from '../../statistics/nearest.ts'
import { isWholeLattice } from './complete-groups.ts'
import { distancesOf, targetOf } from './distance-columns.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { Sight } from './sight.ts'

/** From so many sets to a column on, one walk over all subsets is cheaper than each set by itself. */
const setsToColumn = 4
/** Columns whose subsets are walked, at most. */
const mostColumns = 25

/** Whether one walk over the lattice of subsets answers a request. */
export function canWalk(request: NearestRequest, sight: Sight): boolean {
  const { family, metric, k, wanted } = request
  if (!('of' in family) || family.also || metric !== 'euclidean' || k >= sight.rows.length) return false
  if (wanted.of !== 'differences' && wanted.of !== 'distances') return false
  const columns = family.of.length
  if (columns > mostColumns || family.sizes[0] < 1) return false
  return countMembers(family) >= setsToColumn * columns && isWholeLattice(request, sight)
}

/** Sums over nearest neighbours of all subsets of some columns, by one walk. */
export async function answerLattice(request: NearestRequest, sight: Sight, run: BatchRun): Promise<Nearest> {
  const { family, k, scale, wanted } = request
  const { of, sizes } = family as {
    readonly of: readonly Variable[]
    readonly sizes: readonly [number, number]
  }
  const rows = sight.rows.length
  const isDifferences = wanted.of === 'differences'
  const target = isDifferences ? targetOf(wanted, scale, null, sight) : null
  const given: LatticeGiven = {
    rows,
    columns: of.map((variable) => distancesOf(variable, request, null, sight)),
    target: target?.values ?? null,
    k,
    ties: isDifferences ? wanted.ties : 'shared',
    wanted: isDifferences ? 'differences' : 'distances',
    sizes,
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
