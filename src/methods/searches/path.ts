import { bestTwo } from './best.ts'
import { moveOf, openOf, plainMove } from './move.ts'
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
  { merit, gain, tieOrder }: Evaluation,
  candidate?: number,
  best = bestTwo(merit, tieOrder),
): Path | null {
  const joining = candidate ?? best.first
  if (joining < 0) return null
  const move = joining === best.first ? moveOf(best, merit) : plainMove('add', joining, merit[joining])
  return pathAfter(before, move, { gain: gain[joining], rivals: () => openOf(merit) })
}

/** The path after a move by which a candidate joins. */
export function pathAfter(
  before: Path,
  move: Move,
  { gain = move.merit, rivals = () => [] }: Partial<Pick<Path, 'gain' | 'rivals'>> = {},
): Path {
  const selected = [...before.selected, move.candidate]
  return { selected, merit: move.merit, gain, move, before, rivals }
}
