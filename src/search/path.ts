import { isNear } from '../statistics/ties.ts'
import { bestTwo } from './best.ts'
import { byShape, setOf, withMember } from './members.ts'
import type { Members } from './members.ts'
import { moveOf, plainMove } from './move.ts'
import type { Evaluation, Move, Position, StepProblem } from './problem.ts'

/** Columns that joined one after the other. */
export interface Path {
  /** In the order in which they joined. */
  readonly selected: readonly number[]
  readonly members: Members
  /** What was said of the last of them. */
  readonly merit: number
  /** The first move's merit and what each of the others gained: what paths are compared by. */
  readonly value: number
  /** What puts paths of equal value in order, the greatest first. */
  readonly tieOrder: number
  /** What the last one gained. */
  readonly gain: number
  readonly move: Move | null
  readonly before: Path | null
}

/** The path that begins with some columns, or none. */
export async function pathFrom(start: readonly number[], problem: StepProblem): Promise<Path> {
  return {
    selected: start,
    members: setOf(start),
    merit: await startMerit(start, problem),
    value: 0,
    tieOrder: 0,
    gain: NaN,
    move: null,
    before: null,
  }
}

/** The merit of what a search begins with; NaN where that is nothing, or has none. */
export async function startMerit(start: readonly number[], problem: StepProblem): Promise<number> {
  return start.length === 0 ? NaN : ((await problem.meritOf?.(start)) ?? NaN)
}

/** The path longer by one candidate, with each of the best `most` and those tied with the last of them. */
export function extend(before: Path, { merit, tieOrder, gain }: Evaluation, most: number): Path[] {
  const had = Array.from(merit.keys()).filter((candidate) => !Number.isNaN(merit[candidate]))
  had.sort((a, b) => merit[b] - merit[a] || (tieOrder ? tieOrder[b] - tieOrder[a] : 0) || a - b)
  const best = bestTwo(merit, tieOrder)
  return had
    .filter((candidate, i) => i < most || isNear(merit[candidate], merit[had[most - 1]]))
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

/** The greater value; of those tied what the criterion puts first, then the fewer columns, then the lower mask. */
export function comparePaths(a: Path, b: Path): number {
  return isNear(a.value, b.value) ? compareTied(a, b) : b.value - a.value
}

/** What comes first of two paths whose values are near. */
export function compareTied(a: Path, b: Path): number {
  if (isNear(a.tieOrder, b.tieOrder)) return byShape(a.members, b.members)
  return a.value === b.value ? b.tieOrder - a.tieOrder : b.value - a.value
}

/** A path again from its beginning, one move after the other. */
export function* replay(path: Path): Generator<Position> {
  const paths: Path[] = []
  for (let step = path; step.before !== null; step = step.before) paths.unshift(step)
  for (const { selected, merit, move } of paths) yield { selected, merit, move: move! }
}

/** Where the path stands, without the moves that led there. */
export function rankingOf({ selected, merit }: Path): Position {
  return { selected, merit }
}
