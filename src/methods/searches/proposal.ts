import type { Proposal } from '../stops/halt.ts'
import type { StepProblem } from './problem.ts'

/** The proposal to add one candidate, or two together, to the selected ones. `openOf` returns all that could join now. */
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
    remaining: joining.length === 1 ? single : (single * (single - 1)) / 2,
    kinds,
    total: problem.size,
    test: (hypothesis) => problem.test(selected, joining, hypothesis, openOf()),
    partialF: () => problem.partialF!(selected, joining),
  }
}
