import { falseDiscoveryRates, passesCut } from '../stops/cut.ts'
import type { Cut } from '../stops/cut.ts'
import { bestTwo } from './best.ts'
import { moveOf, openOf, pathAfter } from './path.ts'
import { defineSearch } from './search.ts'

/**
 * Takes the best single columns: k of them, or those before the cut of the ranking; without either the stop
 * tests each in turn. Relations between columns are not considered.
 */
export const ranking = defineSearch({
  takes: 'step',
  id: 'ranking',
  title: 'The best of a ranking',
  options: {},
  how: 'takes the best single columns',
  reference: 'by definition',
  async *run(problem, { start, cut }) {
    const { size } = problem
    const evaluation = await problem.evaluate([], undefined, size)
    const { tieOrder, gain, chosen } = evaluation
    const nullTests = cut?.by === 'fdr' ? await problem.pValues(cut.at) : null
    const qValues = nullTests && falseDiscoveryRates(nullTests.map(({ pValue }) => pValue))
    // q-values, and the columns that a criterion chooses, may be in another order than scores.
    const isInOrder = cut?.by !== 'fdr' && cut?.by !== 'chosen'
    const left = evaluation.merit.slice()
    let path = start
    for (let place = 0; path.selected.length < size; place++) {
      const best = bestTwo(left, tieOrder)
      const { first } = best
      if (first < 0) return lastOf(cut)
      const entry = {
        place,
        total: size,
        merit: left[first],
        qValue: qValues?.[first] ?? NaN,
        isChosen: chosen?.[first] === 1,
      }
      const isCut = cut !== null && !passesCut(entry, cut)
      if (isCut && isInOrder) return `cut at ${cut.text}`
      if (!isCut) {
        const move = {
          ...moveOf(best, left),
          ...nullTests?.[first],
          ...(qValues && { qValue: qValues[first] }),
        }
        const next = pathAfter(path, move, { gain: gain[first], rivals: () => openOf(left) })
        path = (yield { add: [next], isAlone: true }) ?? path
      }
      left[first] = NaN
    }
    return `${path.selected.length} of ${size} columns`
  },
})

/** Why a ranking ends where no candidate is left. */
function lastOf(cut: Cut | null): string {
  if (cut?.by === 'chosen') return 'no other column is chosen'
  return cut?.by === 'fdr' ? `cut at ${cut.text}` : 'no candidate is left'
}
