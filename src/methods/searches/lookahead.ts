import { isNear } from '#core'
import { bestTwo } from './best.ts'
import { openOf, plainMove } from './move.ts'
import { pathAfter, pathWith } from './path.ts'
import type { Path } from './path.ts'
import type { Evaluation, Candidates } from './problem.ts'

/** The evaluation of the next step if a candidate joins. */
interface NextEvaluation {
  readonly candidate: number
  readonly evaluation: Evaluation
  /** The best merit of the next step. */
  readonly merit: number
}

/**
 * The best single candidate and the best pair, in the order in which the stop tests them. The pair comes
 * first where it scores more than the best single candidate with the best one to follow it. A pair that
 * contains that candidate comes second: it is tested if the candidate alone does not join.
 */
export async function withBestPair(
  problem: Candidates,
  alone: Evaluation,
  single: Path,
): Promise<readonly Path[]> {
  const before = single.before!
  const first = single.move!.candidate
  let best = await evaluateNext(first)
  for (const candidate of openOf(alone.merit)) {
    const next = await evaluateNext(candidate)
    if (next.merit > best.merit && !isNear(next.merit, best.merit)) best = next
  }
  const isFirst = best.candidate === first
  const partner = bestTwo(best.evaluation.merit, best.evaluation.tieOrder).first
  if (partner < 0) return [single]
  // The better of the two joins first.
  if (alone.merit[partner] > alone.merit[best.candidate]) best = await evaluateNext(partner)
  const { candidate, evaluation } = best
  const { rivals } = single
  const half = pathAfter(before, plainMove('add', candidate, alone.merit[candidate]), {
    gain: alone.gain[candidate],
    rivals,
  })
  const pair = { ...pathWith(half, evaluation)!, rivals, isPair: true }
  return isFirst ? [single, pair] : [pair, single]

  async function evaluateNext(candidate: number): Promise<NextEvaluation> {
    const evaluation = await problem.evaluate([...before.selected, candidate], undefined, problem.size)
    const next = bestTwo(evaluation.merit, evaluation.tieOrder).first
    return { candidate, evaluation, merit: next < 0 ? -Infinity : evaluation.merit[next] }
  }
}
