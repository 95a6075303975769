import type { Proposal } from '../stop/halt.ts'
import type { StepProblem } from './problem.ts'

/**
 * What the halt is told of candidates that would join together, mostly one, beside those selected. `openOf` says which
 * could join at this step.
 */
export function proposalOf(
  problem: StepProblem,
  selected: readonly number[],
  joining: readonly number[],
  { merit, gain, kinds = 1 }: Pick<Proposal, 'merit' | 'gain'> & Partial<Pick<Proposal, 'kinds'>>,
  openOf: () => readonly number[],
): Proposal {
  const single = problem.size - selected.length
  return {
    candidate: joining[0],
    merit,
    gain,
    left: joining.length === 1 ? single : (single * (single - 1)) / 2,
    kinds,
    of: problem.size,
    test: (beside) => problem.test(selected, joining, beside, openOf()),
    partialFTail: () => problem.partialFTail!(selected, joining),
  }
}
