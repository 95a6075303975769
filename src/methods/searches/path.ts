import { invalidPart, isNear, objectIn } from '#core'
import type { StopDecision } from '../stops/halt.ts'
import { bestTwo, gapBetween } from './best.ts'
import type { Best } from './best.ts'
import { compareMembers, sortedMembers, withMember } from './members.ts'
import type { Members } from './members.ts'
import type { Evaluation, Move } from './problem.ts'

/**
 * Selected candidates, and the last move that led to them. What a search over candidates proposes is a path
 * one move longer.
 */
export interface Path {
  /** In the order in which they joined. */
  readonly selected: readonly number[]
  /** The merit of the last move; NaN where there was none. */
  readonly merit: number
  /** How much the last move raised the merit. */
  readonly gain: number
  /** Null where the search began. */
  readonly move: Move | null
  /** Null where the search began, or where the moves before are already made. */
  readonly before: Path | null
  /** The candidates that could have joined instead, with the one that did. */
  readonly rivals: () => readonly number[]
  /** The last two moves are made together, or neither. */
  readonly isPair?: boolean
}

/** A path without moves. */
export function pathAt(selected: readonly number[], merit: number): Path {
  return { selected, merit, gain: NaN, move: null, before: null, rivals: () => [] }
}

/**
 * The path after a candidate of an evaluation joined; the best one, if none is given. Null where there is no
 * such candidate.
 */
export function pathWith(
  before: Path,
  evaluation: Evaluation,
  candidate?: number,
  given?: Best,
): Path | null {
  checkPath(before)
  const { merit, gain, tieOrder } = objectIn('evaluation', evaluation) as Evaluation
  const best = given ?? bestTwo(merit, tieOrder)
  const joining = candidate ?? best.first
  if (joining < 0) return null
  const move = joining === best.first ? moveOf(best, merit) : plainMove('add', joining, merit[joining])
  return pathAfter(before, move, { gain: gain[joining], rivals: () => openOf(merit) })
}

/** The path after a move by which a candidate joins. */
export function pathAfter(
  before: Path,
  move: Move,
  { gain, rivals = () => [] }: Partial<Pick<Path, 'gain' | 'rivals'>> = {},
): Path {
  checkPath(before)
  objectIn('move', move)
  const selected = [...before.selected, move.candidate]
  return { selected, merit: move.merit, gain: gain ?? move.merit, move, before, rivals }
}

/** Refuses what is no path: a search of one's own may go on from anything. */
function checkPath(path: unknown): void {
  if (!Array.isArray((path as Partial<Path> | null | undefined)?.selected))
    throw invalidPart('path', path, 'the path of a search')
}

/** The move that adds the best candidate; the second best is the runner-up. */
export function moveOf({ first, second, tied }: Best, merit: Float64Array): Move {
  return {
    action: 'add',
    candidate: first,
    merit: merit[first],
    runnerUp: second < 0 ? null : second,
    gap: second < 0 ? 0 : gapBetween(merit[first], merit[second]),
    tie: tied,
  }
}

/** A move without a runner-up. */
export function plainMove(action: Move['action'], candidate: number, merit: number): Move {
  return { action, candidate, merit, runnerUp: null, gap: 0, tie: false }
}

/** The p-value of a decision to let a candidate join, if the stop computed one, and its F. */
export function pValueOf({
  pValue,
  by,
  f,
}: Extract<StopDecision, { joins: true }>): Pick<Move, 'pValue' | 'by' | 'f'> {
  return { ...(pValue !== undefined && { pValue }), ...(by && { by }), ...(f !== undefined && { f }) }
}

/** The candidates that have a merit. */
export function openOf(merit: Float64Array): readonly number[] {
  return Array.from(merit.keys()).filter((candidate) => !Number.isNaN(merit[candidate]))
}

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
