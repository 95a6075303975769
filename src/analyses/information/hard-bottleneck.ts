import type { Counts } from '#core'
import {
  checkBeta,
  countRows,
  evaluateGrouping,
  groupRows,
  numberGroups,
  rowsByClass,
  sufficientStatistic,
  tieOfBits,
  worthOf,
} from '#methods'
import type { Grouping, HardBottleneck } from '#methods'

/** Up to this many different levels all groupings are tried: Bell(10) = 115,975. */
const maxExactLevels = 10

/**
 * The grouping that maximises I[C;f(X)] − βH[f(X)] (S1 eq 24), from the table of X × C: small β keeps
 * information, and β ≥ 1 always gives one group. Ties: fewer groups, then the lexicographically first. Levels
 * with equal p(c|x) are always in one group, since the objective is convex in how such levels are split. With
 * up to 10 different levels all groupings are tried. With more, pairs of groups are merged greedily with the
 * least loss (Slonim and Tishby 2000), down to one group, and the best grouping of that sequence is taken.
 */
export function hardBottleneck(table: Counts, beta: number): HardBottleneck {
  checkBeta(beta)
  const profiles = sufficientStatistic(table)
  const rows = rowsByClass(groupRows(table, profiles))
  const tie = tieOfBits * countRows(table)
  const exact = rows.length <= maxExactLevels
  const merged = exact ? bestGrouping(rows, beta, tie) : bestOnPath(rows, beta, tie)
  return evaluateGrouping(table, numberGroups(profiles.map((profile) => merged[profile])), beta, exact)
}

/**
 * The best of all groupings: one pass finds the best value, a second the first grouping of fewest groups that
 * reaches it.
 */
function bestGrouping(rows: readonly Float64Array[], beta: number, tie: number): Grouping {
  const worth = worthOfSets(rows, beta)
  let best = -Infinity
  walkGroupings(rows.length, worth, (value) => {
    if (value > best) best = value
  })
  let found: Grouping = []
  let fewest = Infinity
  walkGroupings(rows.length, worth, (value, groups, count) => {
    if (count >= fewest || value < best - tie) return
    fewest = count
    found = Array.from(groups)
  })
  return found
}

/** The worth of each set of levels as a group, by mask. */
function worthOfSets(rows: readonly Float64Array[], beta: number): Float64Array {
  const sums: Float64Array[] = [new Float64Array(rows[0]?.length ?? 0)]
  for (const row of rows) {
    for (const sum of [...sums]) sums.push(sum.map((count, c) => count + row[c]))
  }
  return Float64Array.from(sums, (sum) => worthOf(beta, sum))
}

/**
 * Visits every grouping of a number of levels in lexicographic order, with its value and its number of
 * groups.
 */
function walkGroupings(
  levels: number,
  worth: Float64Array,
  visit: (value: number, groups: Int32Array, count: number) => void,
): void {
  const groups = new Int32Array(levels)
  const masks = new Int32Array(levels)
  const place = (level: number, count: number, value: number): void => {
    if (level === levels) return visit(value, groups, count)
    for (let group = 0; group <= count; group++) {
      const before = masks[group]
      masks[group] |= 1 << level
      groups[level] = group
      place(level + 1, Math.max(count, group + 1), value + worth[masks[group]] - worth[before])
      masks[group] = before
    }
  }
  place(0, 0, 0)
}

function bestOnPath(rows: readonly Float64Array[], beta: number, tie: number): Grouping {
  const { merges, values } = mergingPath(rows, beta)
  const best = values.reduce((most, value) => Math.max(most, value))
  const steps = values.findLastIndex((value) => value >= best - tie)
  return groupsAfter(rows.length, merges.slice(0, steps))
}

/** One group merged into another, each named by its first level. */
interface Merge {
  readonly kept: number
  readonly gone: number
}

/** The sequence of merges from single levels to one group. */
interface MergingPath {
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
