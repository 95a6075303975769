import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { CribaError } from '../spec/error.ts'
import { seeded } from './random-stream.ts'
import type { Variable } from './variable.ts'

/*
 * The words of divisions:
 * - A division assigns each row to one part.
 * - A part is a set of rows. A division with `folds` has a part for each fold, and in time an earlier one, which is only trained
 *   on. A division with `share` has two: part 0 is held out.
 * - A fold is a part that is held out in turn, so that each row is held out once.
 * - The share is how much of the rows is held out, where that happens once.
 * - A split is a part that is held out, and the rows to train on (src/core/statistics/view.ts).
 */

/**
 * A way to divide rows into folds of nearly equal size, or to hold out a share, described by a seed, never by
 * lists of rows.
 */
export type Division = SplitColumns & {
  readonly seed: number
  /** Which of the divisions of this seed. */
  readonly number: number
} & ({ readonly folds: number } | { readonly share: number })

/** The columns that a division respects. */
export interface SplitColumns {
  /** Each level is spread evenly over the parts. */
  readonly by?: Variable
  /** Rows of one level stay together. */
  readonly together?: Variable
  /**
   * Numbers that order the rows, such as times: the parts follow one another, rows of one time stay together,
   * and each part is predicted from earlier ones only. There is one part more than folds, the first. Seeds
   * change nothing.
   */
  readonly along?: Variable
  /**
   * Rows are assigned by a hash of this column instead of by place, so that sources without an order of rows
   * can divide them. Parts are of about equal size, and rows of one key stay together. The other columns are
   * not respected.
   */
  readonly key?: Variable
}

/** The columns of a division by row: level numbers, and values. */
export interface ColumnsOfDivision {
  readonly strata: ArrayLike<number> | null
  readonly groups: ArrayLike<number> | null
  readonly times: ArrayLike<number> | null
  /** Hashes of the key. */
  readonly hashes: ArrayLike<number> | null
}

/** How many parts a division makes. */
export function countParts(division: Division): number {
  if ('share' in division) return 2
  return division.along ? division.folds + 1 : division.folds
}

/**
 * Assigns each included row to a part; a row that is not included gets the number of parts, which is no part.
 * A row is assigned as a whole, whatever its weight. The names of levels change nothing. Some parts are empty
 * if there are too few rows, groups or times.
 */
export function assignParts(
  division: Division,
  rows: number,
  included: Int32Array,
  columns: ColumnsOfDivision,
): Uint16Array {
  const parts = new Uint16Array(rows).fill(countParts(division))
  if (columns.hashes) assignByHash(division, included, columns.hashes, parts)
  else if (columns.times) assignAlong(division, included, columns.times, parts)
  else if (columns.groups) assignGroups(division, included, columns.groups, columns.strata, parts)
  else assignRows(division, included, columns.strata, parts)
  return parts
}

/** Assigns each row by the hash of its key alone. */
function assignByHash(
  division: Division,
  included: Int32Array,
  hashes: ArrayLike<number>,
  parts: Uint16Array,
): void {
  for (const row of included) parts[row] = partOfHash(division, hashes[row])
}

/** How many hashes there are: whole numbers from 0. */
export const keyHashes = 0x1_0000_0000

/** The part of a hash: hashes are divided into ranges of the sizes of the parts. */
export function partOfHash(division: Division, hash: number): number {
  if ('folds' in division) return Math.floor((hash * division.folds) / keyHashes)
  return hash < Math.floor(division.share * keyHashes) ? 0 : 1
}

/** Shuffles the rows, then assigns them to the parts in turn, stratum after stratum. */
function assignRows(
  division: Division,
  included: Int32Array,
  strata: ArrayLike<number> | null,
  parts: Uint16Array,
): void {
  const order = shuffled(division, included)
  const turns = firstTurns(order, strata)
  for (const row of order) {
    const stratum = strata ? strata[row] : 0
    const turn = turns.get(stratum)!
    parts[row] = partOfTurn(division, turn)
    turns.set(stratum, turn + 1)
  }
}

function partOfTurn(division: Division, turn: number): number {
  if ('folds' in division) return turn % division.folds
  const heldOut = (turns: number) => Math.floor(turns * division.share + rounding)
  return heldOut(turn + 1) > heldOut(turn) ? 0 : 1
}

/** The steps of a random factor between 1 and 2. */
const finest = 1 << 20

/** A number of rows to hold out that should be whole is whole up to this. */
const rounding = 1e-9

/** The random stream depends on the seed and the number alone. */
function shuffled({ seed, number }: Division, all: Int32Array): Int32Array {
  const random = seeded(`${seed}/${number}/folds`)
  const order = all.slice()
  for (let last = order.length - 1; last > 0; last--) {
    const other = uniformInt(random, 0, last)
    const row = order[last]
    order[last] = order[other]
    order[other] = row
  }
  return order
}

/** The turn at which each stratum begins: strata follow one another in order of first appearance. */
function firstTurns(order: Int32Array, strata: ArrayLike<number> | null): Map<number, number> {
  const turns = new Map<number, number>()
  for (const row of order) {
    const stratum = strata ? strata[row] : 0
    turns.set(stratum, (turns.get(stratum) ?? 0) + 1)
  }
  let turn = 0
  for (const [stratum, size] of turns) {
    turns.set(stratum, turn)
    turn += size
  }
  return turns
}

/**
 * Assigns whole groups, large ones before small ones in a partly random order, so that another number gives
 * another division, each to the part that it leaves nearest to its proportion of every stratum: the one with
 * the least increase of Σ (rows of the stratum in the part / rows of the stratum)² / proportion.
 */
function assignGroups(
  division: Division,
  included: Int32Array,
  groups: ArrayLike<number>,
  strata: ArrayLike<number> | null,
  parts: Uint16Array,
): void {
  const rowsOf = new Map<number, number[]>()
  for (const row of included) {
    const ofGroup = rowsOf.get(groups[row])
    if (ofGroup) ofGroup.push(row)
    else rowsOf.set(groups[row], [row])
  }
  const random = seeded(`${division.seed}/${division.number}/groups`)
  // To hold out a share the order is all random: two parts leave little choice.
  const isShare = 'share' in division
  const ranked = [...rowsOf.values()].map((members) => {
    const factor = 1 + uniformInt(random, 0, finest) / finest
    return { members, size: isShare ? factor : members.length * factor }
  })
  ranked.sort((a, b) => b.size - a.size)
  const sizes = countBy(included, strata)
  const proportions = proportionsOf(division)
  const counts = proportions.map(() => new Map<number, number>())
  for (const { members } of ranked) {
    const ofStrata = countBy(members, strata)
    const increase = (part: number) => {
      let sum = 0
      for (const [stratum, count] of ofStrata) {
        const before = counts[part].get(stratum) ?? 0
        const size = sizes.get(stratum)!
        sum += (count * (2 * before + count)) / (size * size * proportions[part])
      }
      return sum
    }
    const increases = proportions.map((_, part) => increase(part))
    const least = increases.indexOf(Math.min(...increases))
    for (const [stratum, count] of ofStrata)
      counts[least].set(stratum, (counts[least].get(stratum) ?? 0) + count)
    for (const row of members) parts[row] = least
  }
}

/** How much of the rows each part is to have. */
function proportionsOf(division: Division): readonly number[] {
  if ('share' in division) return [division.share, 1 - division.share]
  return Array.from({ length: division.folds }, () => 1 / division.folds)
}

/** How many of some rows each stratum has. */
function countBy(rows: ArrayLike<number>, strata: ArrayLike<number> | null): Map<number, number> {
  const counts = new Map<number, number>()
  for (let i = 0; i < rows.length; i++) {
    const stratum = strata ? strata[rows[i]] : 0
    counts.set(stratum, (counts.get(stratum) ?? 0) + 1)
  }
  return counts
}

/**
 * Parts of nearly equal size in the order of the times; rows of one time are in the part of the first of
 * them.
 */
function assignAlong(
  division: Division,
  included: Int32Array,
  times: ArrayLike<number>,
  parts: Uint16Array,
): void {
  const order = included.slice().sort((a, b) => times[a] - times[b] || a - b)
  const count = order.length
  const partOfPlace = (place: number) =>
    'share' in division
      ? Number(place < count - Math.floor(count * division.share + rounding))
      : Math.floor((place * (division.folds + 1)) / count)
  let first = 0
  order.forEach((row, place) => {
    if (times[row] !== times[order[first]]) first = place
    parts[row] = partOfPlace(first)
  })
}

/** The error for a division that leaves a fold empty: there are fewer rows, groups or times than parts. */
export function emptyFoldError(division: Division): CribaError {
  if ('share' in division) {
    return new CribaError('missing', 'missing rows: none is held out (hold out a larger share)')
  }
  const one = division.together ? 'group' : division.along ? 'time' : 'row'
  return new CribaError(
    'missing',
    `missing rows: a fold is empty (needs ${countParts(division)} ${one}s or more for ${division.folds} folds)`,
  )
}
