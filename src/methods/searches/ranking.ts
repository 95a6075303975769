import { passesCut } from '../stops/cut.ts'
import type { Cut } from '../stops/cut.ts'
import { falseDiscoveryRates } from '../stops/false-discovery.ts'
import { bestTwo } from './best.ts'
import { moveOf, openOf, pValueOf } from './move.ts'
import { proposalOf } from './proposal.ts'
import { defineStepSearch } from './search.ts'

/**
 * Takes the best single columns: k of them, or those before the cut of the ranking; without either the stop tests each in
 * turn. Relations between columns are not considered.
 */
export const ranking = defineStepSearch({
  id: 'ranking',
  title: 'The best of a ranking',
  options: {},
  how: 'takes the best single columns',
  reference: 'by definition',
  async *run(problem, { k, halt, cut, progress, fitsBudget = () => true }) {
    const { size } = problem
    const most = Math.min(k ?? size, size)
    const { merit, tieOrder, gain, chosen } = await problem.evaluate([], new Set(), size)
    const nullTests = cut?.by === 'fdr' ? await problem.pValues(cut.at) : null
    const qValues = nullTests && falseDiscoveryRates(nullTests.map(({ pValue }) => pValue))
    // q-values, and the columns that a criterion chooses, may be in another order than scores.
    const isInOrder = cut?.by !== 'fdr' && cut?.by !== 'chosen'
    const left = merit.slice()
    const selected: number[] = []
    let last = NaN
    for (let seen = 0; selected.length < most; seen++) {
      const best = bestTwo(left, tieOrder)
      const { first } = best
      if (first < 0) return { stopped: lastOf(cut) }
      if (
        cut &&
        !passesCut(
          {
            place: seen,
            total: size,
            merit: merit[first],
            qValue: qValues?.[first] ?? NaN,
            isChosen: chosen?.[first] === 1,
          },
          cut,
        )
      ) {
        if (isInOrder) return { stopped: `cut at ${cut.text}` }
        left[first] = NaN
        continue
      }
      if (!fitsBudget([...selected, first])) {
        left[first] = NaN
        continue
      }
      const decision = await halt.decide({
        // Each candidate is tested alone, but the correction counts all that are not selected.
        ...proposalOf(problem, [], [first], { merit: merit[first], gain: gain[first] }, () => openOf(left)),
        remaining: size - selected.length,
      })
      const move = moveOf(best, left)
      left[first] = NaN
      if (!decision.joins) {
        const { setAside, stopped } = decision
        if (setAside)
          yield { selected: [...selected], merit: last, setAside: { candidate: first, ...setAside } }
        if (stopped !== undefined) return { stopped }
        continue
      }
      selected.push(first)
      last = merit[first]
      yield {
        selected: [...selected],
        merit: last,
        move: {
          ...move,
          ...nullTests?.[first],
          ...(qValues && { qValue: qValues[first] }),
          ...pValueOf(decision),
        },
      }
      progress(selected.length / most)
    }
    return { stopped: selected.length === k ? `k = ${k}` : `${selected.length} of ${size} columns` }
  },
})

/** Why a ranking ends where no candidate is left. */
function lastOf(cut: Cut | null): string {
  if (cut?.by === 'chosen') return 'no other column is chosen'
  return cut?.by === 'fdr' ? `cut at ${cut.text}` : 'no candidate is left'
}
