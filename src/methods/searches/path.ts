import { isNear } from '#core'
import { bestTwo } from './best.ts'
import { compareMembers, sortedMembers, withMember } from './members.ts'
import type { Members } from './members.ts'
import { moveOf, plainMove } from './move.ts'
import type { Evaluation, Move, Position, StepProblem } from './problem.ts'

/** A sequence of columns that joined. */
export interface Path {
  /** In the order in which they joined. */
  readonly selected: readonly number[]
  readonly members: Members
  /** The merit of the last move. */
  readonly merit: number
  /** The merit of the first move plus the gains of the others; paths are compared by it. */
  readonly value: number
  /** Orders paths of equal value, the greatest first. */
  readonly tieOrder: number
  /** The gain of the last move. */
  readonly gain: number
  readonly move: Move | null
  readonly before: Path | null
}

/** The path that begins with the given columns, or none. */
export async function pathFrom(start: readonly number[], problem: StepProblem): Promise<Path> {
  return {
    selected: start,
    members: sortedMembers(start),
    merit: await startMerit(start, problem),
    value: 0,
    tieOrder: 0,
    gain: NaN,
    move: null,
    before: null,
  }
}

/** The merit of the columns a search begins with; NaN without such columns, or where they have no merit. */
export async function startMerit(start: readonly number[], problem: StepProblem): Promise<number> {
  return start.length === 0 ? NaN : ((await problem.meritOf?.(start)) ?? NaN)
}

/** Extends a path by each of the best `most` candidates and those tied with the last of them. */
export function extend(before: Path, { merit, tieOrder, gain }: Evaluation, most: number): Path[] {
  const candidates = Array.from(merit.keys()).filter((candidate) => !Number.isNaN(merit[candidate]))
  candidates.sort((a, b) => merit[b] - merit[a] || (tieOrder ? tieOrder[b] - tieOrder[a] : 0) || a - b)
  const best = bestTwo(merit, tieOrder)
  return candidates
    .filter((candidate, i) => i < most || isNear(merit[candidate], merit[candidates[most - 1]]))
    .map((candidate) => ({
      selected: [...before.selected, candidate],
      members: withMember(before.members, candidate),
      merit: merit[candidate],
      value: before.before === null ? merit[candidate] : before.value + gain[candidate],
      tieOrder: tieOrder?.[candidate] ?? 0,
      gain: gain[candidate],
      move: candidate === best.first ? moveOf(best, merit) : plainMove('add', candidate, merit[candidate]),
      before,
    }))
}

/** Orders paths by greater value; tied ones by the criterion's tie order, then fewer columns, then the lower mask. */
export function comparePaths(a: Path, b: Path): number {
  return isNear(a.value, b.value) ? compareTied(a, b) : b.value - a.value
}

/** Orders two paths whose values are tied. */
export function compareTied(a: Path, b: Path): number {
  if (isNear(a.tieOrder, b.tieOrder)) return compareMembers(a.members, b.members)
  return a.value === b.value ? b.tieOrder - a.tieOrder : b.value - a.value
}

/** Yields the positions of a path again from its beginning, one per move. */
export function* replay(path: Path): Generator<Position> {
  const paths: Path[] = []
  for (let step = path; step.before !== null; step = step.before) paths.unshift(step)
  for (const { selected, merit, move } of paths) yield { selected, merit, move: move! }
}

/** The position at the end of a path, without the moves that led to it. */
export function positionOf({ selected, merit }: Path): Position {
  return { selected, merit }
}
