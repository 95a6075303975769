import { latticeJob } from '../../kernel/lattice-job.ts'
import type { LatticeGiven } from '../../kernel/lattice-job.ts'
import { eachSet, fixedColumns, latticeTasks } from '../../kernel/lattice-part.ts'
import { runBatch } from '../../kernel/pool.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import { CribaError } from '../../spec/error.ts'
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
/** Milliseconds a pair of rows takes in a set, roughly: most sets are never looked at by most rows. */
const pairCost = 2e-7

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
  const count = 1 << fixedColumns(given)
  const members = countMembers(family)
  const cost = pairCost * rows * rows * members
  const parts = await runBatch({ job: latticeJob, given, tasks: latticeTasks(given), count, cost }, run)
  const answer = emptyNearest(members, k, wanted)
  answer.n.fill(rows)
  if (target) answer.targetSpread.fill(target.spread)
  const placeOf = placesOf(of.length, sizes)
  for (const part of parts) {
    await turn(run)
    eachSet(given, part, (mask, set) => {
      const place = placeOf(mask)
      putPlaces(answer.squaredDifferences, place, part.squaredDifferences, set, k)
      putPlaces(answer.squaredDistances, place, part.squaredDistances, set, k)
      putPlaces(answer.logDistances, place, part.logDistances, set, 1)
      answer.zeros[place] = part.zeros[set]
      answer.tied[place] = part.tied[set]
    })
  }
  return answer
}

/** Lets a signal and the rest of the program have their turn. */
async function turn({ signal }: BatchRun): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  if (signal?.aborted) throw new CribaError('interrupted', 'interrupted')
}

/** Copies what one member has at each of its places, if anything was asked for. */
export function putPlaces(
  to: Float64Array,
  member: number,
  from: ArrayLike<number>,
  set: number,
  width: number,
): void {
  if (to.length > 0) for (let p = 0; p < width; p++) to[member * width + p] = from[set * width + p]
}

/** Where a mask stands among those of the sizes wanted, ascending. */
function placesOf(columns: number, [from, to]: readonly [number, number]): (mask: number) => number {
  // wanted[bit][taken]: subsets of the columns below `bit` that have a wanted size together with `taken` others.
  const wanted: number[][] = []
  for (let bit = 0; bit < columns; bit++) {
    wanted.push(
      Array.from({ length: columns + 1 }, (_, taken) =>
        bit === 0
          ? Number(taken >= from && taken <= to)
          : wanted[bit - 1][taken] + (wanted[bit - 1][taken + 1] ?? 0),
      ),
    )
  }
  return (mask) => {
    let place = 0
    let taken = 0
    for (let bit = columns - 1; bit >= 0; bit--) {
      if ((mask & (1 << bit)) === 0) continue
      place += wanted[bit][taken]
      taken++
    }
    return place
  }
}
