import { bestTwo } from './best.ts'
import { decide, withBestPair } from './lookahead.ts'
import type { Joining } from './lookahead.ts'
import { moveOf, openOf } from './move.ts'
import { startMerit } from './path.ts'
import { proposalOf } from './proposal.ts'
import { defineStepSearch } from './search.ts'

/**
 * Begins with nothing, or with the columns given, and lets the best candidate join, one after the other, until there are k,
 * the halt says no, or none is left. What the halt sets aside is passed over from then on. With `lookahead: 2` pairs are
 * looked at too: two columns join together where that comes to more than the best single one with the best to follow it.
 * Whitney (1971).
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
      help: '2: pairs that join together are looked at too, for scores that are merits of sets',
    },
  },
  how: 'the best candidate joins, one after the other',
  reference: 'Whitney 1971',
  starts: 'growing',
  comparesSizes: ({ lookahead }) => lookahead > 1,
  async *run(problem, { k, halt, start, progress }, { lookahead }) {
    const selected = [...start]
    const barred = new Set(start)
    const most = Math.min(k ?? problem.size, problem.size)
    let merit = await startMerit(start, problem)
    if (start.length > 0) yield { selected: [...start], merit }
    while (selected.length < most) {
      const evaluation = await problem.evaluate(selected, barred)
      const best = bestTwo(evaluation.merit, evaluation.tieOrder)
      const { first } = best
      if (first < 0) return { stopped: 'no candidate is left' }
      const seesPairs = lookahead > 1 && most - selected.length > 1
      const single: Joining = {
        proposal: proposalOf(
          problem,
          selected,
          [first],
          { merit: evaluation.merit[first], gain: evaluation.gain[first], kinds: seesPairs ? 2 : 1 },
          () => openOf(evaluation.merit),
        ),
        moves: [moveOf(best, evaluation.merit)],
      }
      const inTurn = seesPairs ? await withBestPair(problem, selected, barred, evaluation, single) : [single]
      const { moves, refused } = await decide(halt, inTurn)
      for (const move of moves) {
        barred.add(move.candidate)
        selected.push(move.candidate)
        merit = move.merit
        yield { selected: [...selected], merit, move }
      }
      progress(selected.length / most)
      if (!refused) continue
      barred.add(first)
      const { setAside, stopped } = refused
      if (setAside) yield { selected: [...selected], merit, aside: { candidate: first, ...setAside } }
      if (stopped !== undefined) return { stopped }
    }
    return { stopped: k === null || problem.size < k ? 'no candidate is left' : `k = ${k}` }
  },
})
