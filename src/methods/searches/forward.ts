import { bestTwo } from './best.ts'
import { firstAccepted, withBestPair } from './lookahead.ts'
import type { JoinProposal } from './lookahead.ts'
import { moveOf, openOf } from './move.ts'
import { startMerit } from './path.ts'
import { proposalOf } from './proposal.ts'
import { defineStepSearch } from './search.ts'

/**
 * Begins with no columns, or with the given ones, and adds the best candidate in each step, until there are k, the stop ends
 * the search, or no candidate is left. Candidates that the stop sets aside are excluded from then on. With `lookahead: 2`
 * pairs are evaluated too: two columns join together where they score more than the best single column with the best one to
 * follow it. Whitney (1971).
 */
export const forward = defineStepSearch({
  id: 'forward',
  title: 'Forward selection',
  options: {
    lookahead: {
      type: 'whole',
      min: 1,
      max: 2,
      default: 1,
      help: '2: also evaluates pairs that join together, for scores that are merits of sets',
    },
  },
  how: 'adds the best candidate in each step',
  reference: 'Whitney 1971',
  starts: 'growing',
  comparesSizes: ({ lookahead }) => lookahead > 1,
  async *run(problem, { k, halt, start, progress }, { lookahead }) {
    const selected = [...start]
    const excluded = new Set(start)
    const most = Math.min(k ?? problem.size, problem.size)
    let merit = await startMerit(start, problem)
    if (start.length > 0) yield { selected: [...start], merit }
    while (selected.length < most) {
      const evaluation = await problem.evaluate(selected, excluded)
      const best = bestTwo(evaluation.merit, evaluation.tieOrder)
      const { first } = best
      if (first < 0) return { stopped: 'no candidate is left' }
      const pairFits = lookahead > 1 && most - selected.length > 1
      const single: JoinProposal = {
        proposal: proposalOf(
          problem,
          selected,
          [first],
          { merit: evaluation.merit[first], gain: evaluation.gain[first], kinds: pairFits ? 2 : 1 },
          () => openOf(evaluation.merit),
        ),
        moves: [moveOf(best, evaluation.merit)],
      }
      const proposals = pairFits
        ? await withBestPair(problem, selected, excluded, evaluation, single)
        : [single]
      const { moves, refused } = await firstAccepted(halt, proposals)
      for (const move of moves) {
        excluded.add(move.candidate)
        selected.push(move.candidate)
        merit = move.merit
        yield { selected: [...selected], merit, move }
      }
      progress(selected.length / most)
      if (!refused) continue
      excluded.add(first)
      const { setAside, stopped } = refused
      if (setAside) yield { selected: [...selected], merit, setAside: { candidate: first, ...setAside } }
      if (stopped !== undefined) return { stopped }
    }
    return { stopped: k === null || problem.size < k ? 'no candidate is left' : `k = ${k}` }
  },
})
