import type { Halt, Proposal, StopDecision } from '../stop/halt.ts'
import { isNear } from '../statistics/ties.ts'
import { bestTwo } from './best.ts'
import { chanceOf, moveOf, openOf, plainMove } from './move.ts'
import type { Evaluation, Move, StepProblem } from './problem.ts'
import { proposalOf } from './proposal.ts'

/** Candidates that would join together, mostly one. */
export interface Joining {
  readonly proposal: Proposal
  readonly moves: readonly Move[]
}

/** What comes after a candidate: the best that could join next. */
interface Followed {
  readonly candidate: number
  readonly evaluation: Evaluation
  readonly merit: number
}

/**
 * The best single candidate and the best pair, in the turn in which they are judged: the pair is first where it comes to
 * more than the best single one with what would follow it; where it holds that one, it is tried if that alone may not join.
 */
export async function withBestPair(
  problem: StepProblem,
  selected: readonly number[],
  barred: ReadonlySet<number>,
  alone: Evaluation,
  single: Joining,
): Promise<readonly Joining[]> {
  const open = openOf(alone.merit)
  const { candidate: first } = single.proposal
  let best = await follow(first)
  for (const candidate of open) {
    const found = await follow(candidate)
    if (found.merit > best.merit && !isNear(found.merit, best.merit)) best = found
  }
  const isFirst = best.candidate === first
  const partner = bestTwo(best.evaluation.merit, best.evaluation.tieOrder).first
  if (partner < 0) return [single]
  // The better of the two joins first.
  if (alone.merit[partner] > alone.merit[best.candidate]) best = await follow(partner)
  const { candidate, evaluation, merit } = best
  const last = moveOf(bestTwo(evaluation.merit, evaluation.tieOrder), evaluation.merit)
  const pair: Joining = {
    proposal: proposalOf(
      problem,
      selected,
      [candidate, last.candidate],
      { merit, gain: alone.gain[candidate] + evaluation.gain[last.candidate], kinds: 2 },
      () => open,
    ),
    moves: [plainMove('add', candidate, alone.merit[candidate]), last],
  }
  return isFirst ? [single, pair] : [pair, single]

  async function follow(candidate: number): Promise<Followed> {
    const evaluation = await problem.evaluate([...selected, candidate], barred, problem.size)
    const next = bestTwo(evaluation.merit, evaluation.tieOrder).first
    return { candidate, evaluation, merit: next < 0 ? -Infinity : evaluation.merit[next] }
  }
}

/** The moves of the first that may join; where none may, what was said of the single one. */
export async function decide(
  halt: Halt,
  inTurn: readonly Joining[],
): Promise<{
  readonly moves: readonly Move[]
  readonly refused: Extract<StopDecision, { joins: false }> | null
}> {
  let refused: Extract<StopDecision, { joins: false }> | null = null
  for (const { proposal, moves } of inTurn) {
    const verdict = await halt.judge(proposal)
    if (verdict.joins) {
      return { moves: moves.map((move) => ({ ...move, ...chanceOf(verdict) })), refused: null }
    }
    if (moves.length === 1) refused = verdict
  }
  return { moves: [], refused }
}
