import { isNear } from '#core'
import { bestTwo } from './best.ts'
import { compareMembers, sortedMembers, withMember } from './members.ts'
import type { Members } from './members.ts'
import { openOf } from './move.ts'
import { pathWith } from './path.ts'
import type { Path } from './path.ts'
import type { Evaluation } from './problem.ts'

/** A path among others that may be extended too. */
export interface OpenPath extends Path {
  readonly members: Members
  /** The merit of the first move plus the gains of the others; paths are compared by it. */
  readonly value: number
  /** Orders paths of equal value, the greatest first. */
  readonly tieOrder: number
}

/** The path with which a search of several begins. */
export function openPath(start: Path): OpenPath {
  return { ...start, members: sortedMembers(start.selected), value: 0, tieOrder: 0 }
}

/** Extends a path by each of the best `most` candidates and those tied with the last of them. */
export function extend(before: OpenPath, evaluation: Evaluation, most: number): OpenPath[] {
  const { merit, tieOrder, gain } = evaluation
  const candidates = [...openOf(merit)]
  const best = bestTwo(merit, tieOrder)
  candidates.sort((a, b) => merit[b] - merit[a] || (tieOrder ? tieOrder[b] - tieOrder[a] : 0) || a - b)
  return candidates
    .filter((candidate, i) => i < most || isNear(merit[candidate], merit[candidates[most - 1]]))
    .map((candidate) => ({
      ...pathWith(before, evaluation, candidate, best)!,
      members: withMember(before.members, candidate),
      value: before.move === null ? merit[candidate] : before.value + gain[candidate],
      tieOrder: tieOrder?.[candidate] ?? 0,
    }))
}

/**
 * Orders paths by greater value; tied ones by the criterion's tie order, then fewer columns, then the lower
 * mask.
 */
export function comparePaths(a: OpenPath, b: OpenPath): number {
  return isNear(a.value, b.value) ? compareTied(a, b) : b.value - a.value
}

/** Orders two paths whose values are tied. */
export function compareTied(a: OpenPath, b: OpenPath): number {
  if (isNear(a.tieOrder, b.tieOrder)) return compareMembers(a.members, b.members)
  return a.value === b.value ? b.tieOrder - a.tieOrder : b.value - a.value
}
