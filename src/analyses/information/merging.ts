import { numberGroups, worthOf } from '#methods'
import type { Grouping } from '#methods'

/** One group merged into another, each named by its first level. */
interface Merge {
  readonly kept: number
  readonly gone: number
}

/** The sequence of merges from single levels to one group. */
export interface MergingPath {
  readonly merges: readonly Merge[]
  /** n times the objective up to a constant, before the first merge and after each. */
  readonly values: readonly number[]
}

/**
 * Merges repeatedly the pair of groups with the greatest gain, or the least loss; of equal pairs the first.
 */
export function mergingPath(levels: readonly Float64Array[], beta: number): MergingPath {
  const rows = levels.map((row) => row.slice())
  const worth = rows.map((row) => worthOf(beta, row))
  const alive = rows.map((_, level) => level)
  const gainOf = (a: number, b: number) => worthOf(beta, rows[a], rows[b]) - worth[a] - worth[b]
  const bestAfter = (kept: number) => {
    let best = { gone: -1, gain: -Infinity }
    for (const gone of alive) {
      const gain = gone > kept ? gainOf(kept, gone) : -Infinity
      if (gain > best.gain) best = { gone, gain }
    }
    return best
  }
  const best = alive.map(bestAfter)
  const merges: Merge[] = []
  const values = [worth.reduce((sum, one) => sum + one, 0)]
  while (alive.length > 1) {
    const kept = alive.reduce((a, b) => (best[b].gain > best[a].gain ? b : a))
    const { gone, gain } = best[kept]
    merges.push({ kept, gone })
    values.push(values[values.length - 1] + gain)
    rows[gone].forEach((count, c) => (rows[kept][c] += count))
    worth[kept] = worthOf(beta, rows[kept])
    alive.splice(alive.indexOf(gone), 1)
    for (const group of alive) {
      if (group === kept || best[group].gone === gone || best[group].gone === kept) {
        best[group] = bestAfter(group)
      } else if (group < kept) {
        const gain = gainOf(group, kept)
        if (gain > best[group].gain) best[group] = { gone: kept, gain }
      }
    }
  }
  return { merges, values }
}

/** The groups of levels after the first merges of a path. */
export function groupsAfter(levels: number, merges: readonly Merge[]): Grouping {
  const owner = Array.from({ length: levels }, (_, level) => level)
  for (const { kept, gone } of merges) owner[gone] = kept
  // A group is merged into one with a lower number, whose own owner is already resolved.
  for (let level = 0; level < levels; level++) owner[level] = owner[owner[level]]
  return numberGroups(owner)
}
