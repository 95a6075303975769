import { isNear } from '../statistics/ties.ts'
import { bestTwo } from './best.ts'
import { byShape, withMember } from './members.ts'
import type { Members } from './members.ts'
import type { Evaluation, Move, Position } from './problem.ts'

/** Columns that joined one after the other. */
export interface Path {
  /** In the order in which they joined. */
  readonly selected: readonly number[]
  readonly members: Members
  /** What was said of the last of them. */
  readonly merit: number
  /** The first one's merit and what each of the others gained: what paths are compared by. */
  readonly value: number
  /** What the last one gained. */
  readonly gain: number
  readonly move: Move | null
  readonly before: Path | null
}

/** The path of no columns. */
export const root: Path = {
  selected: [],
  members: [],
  merit: NaN,
  value: 0,
  gain: NaN,
  move: null,
  before: null,
}

/** The path longer by one candidate, with each of the best `most` and those tied with the last of them. */
export function extend(before: Path, { merit, gain }: Evaluation, most: number): Path[] {
  const had = Array.from(merit.keys()).filter((candidate) => !Number.isNaN(merit[candidate]))
  had.sort((a, b) => merit[b] - merit[a] || a - b)
  const { first, second, tied } = bestTwo(merit)
  return had
    .filter((candidate, i) => i < most || isNear(merit[candidate], merit[had[most - 1]]))
    .map((candidate) => ({
      selected: [...before.selected, candidate],
      members: withMember(before.members, candidate),
      merit: merit[candidate],
      value: before === root ? merit[candidate] : before.value + gain[candidate],
      gain: gain[candidate],
      move: {
        action: 'add',
        candidate,
        merit: merit[candidate],
        ...(candidate === first && second >= 0
          ? { runnerUp: second, gap: merit[first] - merit[second], tie: tied }
          : { runnerUp: null, gap: 0, tie: false }),
      },
      before,
    }))
}

/** The greater value; of those tied the fewer columns, then the lower mask. */
export function comparePaths(a: Path, b: Path): number {
  return isNear(a.value, b.value) ? byShape(a.members, b.members) : b.value - a.value
}

/** A path again from its beginning, one move after the other. */
export function* trail(path: Path): Generator<Position> {
  const paths: Path[] = []
  for (let step = path; step.before !== null; step = step.before) paths.unshift(step)
  for (const { selected, merit, move } of paths) yield { selected, merit, move: move! }
}

/** Where the path stands, without the moves that led there. */
export function standing({ selected, merit }: Path): Position {
  return { selected, merit }
}
