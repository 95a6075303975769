import { isNear } from '#core'
import type { Halt, Proposal, StopDecision } from '../stops/halt.ts'
import { bestTwo } from './best.ts'
import { moveOf, openOf, plainMove, pValueOf } from './move.ts'
import type { Evaluation, Move, StepProblem } from './problem.ts'
import { proposalOf } from './proposal.ts'

/** One candidate that would join, or two that would join together. */
export interface JoinProposal {
  readonly proposal: Proposal
  readonly moves: readonly Move[]
}

/** The evaluation of the next step if a candidate joins. */
interface NextEvaluation {
  readonly candidate: number
  readonly evaluation: Evaluation
  /** The best merit of the next step. */
  readonly merit: number
}

/**
 * The best single candidate and the best pair, in the order in which the stop tests them. The pair comes first where it
 * scores more than the best single candidate with the best one to evaluateNext it. A pair that contains that candidate comes
 * second: it is tested if the candidate alone does not join.
 */
export async function withBestPair(
  problem: StepProblem,
  selected: readonly number[],
  excluded: ReadonlySet<number>,
  alone: Evaluation,
  single: JoinProposal,
): Promise<readonly JoinProposal[]> {
  const open = openOf(alone.merit)
  const { candidate: first } = single.proposal
  let best = await evaluateNext(first)
  for (const candidate of open) {
    const next = await evaluateNext(candidate)
    if (next.merit > best.merit && !isNear(next.merit, best.merit)) best = next
  }
  const isFirst = best.candidate === first
  const partner = bestTwo(best.evaluation.merit, best.evaluation.tieOrder).first
  if (partner < 0) return [single]
  // The better of the two joins first.
  if (alone.merit[partner] > alone.merit[best.candidate]) best = await evaluateNext(partner)
  const { candidate, evaluation, merit } = best
  const last = moveOf(bestTwo(evaluation.merit, evaluation.tieOrder), evaluation.merit)
  const pair: JoinProposal = {
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

  async function evaluateNext(candidate: number): Promise<NextEvaluation> {
    const evaluation = await problem.evaluate([...selected, candidate], excluded, problem.size)
    const next = bestTwo(evaluation.merit, evaluation.tieOrder).first
    return { candidate, evaluation, merit: next < 0 ? -Infinity : evaluation.merit[next] }
  }
}

/** The moves of the first proposal that may join; if none may, the decision about the single candidate. */
export async function firstAccepted(
  halt: Halt,
  proposals: readonly JoinProposal[],
): Promise<{
  readonly moves: readonly Move[]
  readonly refused: Extract<StopDecision, { joins: false }> | null
}> {
  let refused: Extract<StopDecision, { joins: false }> | null = null
  for (const { proposal, moves } of proposals) {
    const decision = await halt.decide(proposal)
    if (decision.joins) {
      return { moves: moves.map((move) => ({ ...move, ...pValueOf(decision) })), refused: null }
    }
    if (moves.length === 1) refused = decision
  }
  return { moves: [], refused }
}
