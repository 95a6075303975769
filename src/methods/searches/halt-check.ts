import type { Halt } from '../stops/halt.ts'
import { othersOf } from './members.ts'
import { pValueOf } from './move.ts'
import type { Path } from './path.ts'
import type { SetAsideCandidate, StepProblem } from './problem.ts'
import { proposalOf } from './proposal.ts'

/** The decision of the stop about the last column of a path. */
export interface HaltCheck {
  /** The path with the p-value of its last column; null where the column does not join. */
  readonly path: Path | null
  readonly setAside?: SetAsideCandidate
  /** Why the search ends. */
  readonly end?: string
}

/** Checks whether the stop lets the last column of a path join the columns before it. */
export async function checkHalt(
  path: Path,
  problem: StepProblem,
  halt: Halt,
  excluded: ReadonlySet<number>,
): Promise<HaltCheck> {
  const { selected } = path.before!
  const move = path.move!
  const { candidate } = move
  const decision = await halt.decide(
    proposalOf(problem, selected, [candidate], path, () => candidatesLeft(selected, excluded, problem.size)),
  )
  if (decision.joins) return { path: { ...path, move: { ...move, ...pValueOf(decision) } } }
  const { setAside, stopped } = decision
  return {
    path: null,
    ...(setAside && { setAside: { candidate, ...setAside } }),
    ...(stopped !== undefined && { end: stopped }),
  }
}

/** The candidates that are neither selected nor excluded. */
function candidatesLeft(
  selected: readonly number[],
  excluded: ReadonlySet<number>,
  size: number,
): readonly number[] {
  return othersOf(selected, size).filter((candidate) => !excluded.has(candidate))
}
