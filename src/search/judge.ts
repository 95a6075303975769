import type { Halt } from '../stop/halt.ts'
import { othersOf } from './members.ts'
import { chanceOf } from './move.ts'
import type { Path } from './path.ts'
import type { Aside, StepProblem } from './problem.ts'
import { proposalOf } from './proposal.ts'

/** What the halt says of a path's last column. */
export interface Judged {
  /** The path with what the halt found; null where the column may not join. */
  readonly path: Path | null
  readonly aside?: Aside
  /** Why the search ends. */
  readonly end?: string
}

/** Asks the halt whether the last column of a path may join those before, some others being out of play. */
export async function judge(
  path: Path,
  problem: StepProblem,
  halt: Halt,
  passed: ReadonlySet<number>,
): Promise<Judged> {
  const { selected } = path.before!
  const move = path.move!
  const { candidate } = move
  const verdict = await halt.judge(
    proposalOf(problem, selected, [candidate], path, () => openBeside(selected, passed, problem.size)),
  )
  if (verdict.joins) return { path: { ...path, move: { ...move, ...chanceOf(verdict) } } }
  const { setAside, stopped } = verdict
  return {
    path: null,
    ...(setAside && { aside: { candidate, ...setAside } }),
    ...(stopped !== undefined && { end: stopped }),
  }
}

/** The candidates that could join beside those selected. */
function openBeside(
  selected: readonly number[],
  passed: ReadonlySet<number>,
  size: number,
): readonly number[] {
  return othersOf(selected, size).filter((candidate) => !passed.has(candidate))
}
