import { stays } from '../stop/cut.ts'
import { falseDiscoveryRates } from '../stop/false-discovery.ts'
import { bestTwo } from './best.ts'
import { chanceOf, moveOf, openOf } from './move.ts'
import { proposalOf } from './proposal.ts'
import { defineStepSearch } from './search.ts'

/**
 * Takes the columns that are best each by itself: k of them, or down to where the ranking is cut; without either the halt
 * looks at each in its turn. What the columns tell together plays no part.
 */
export const ranking = defineStepSearch({
  id: 'ranking',
  title: 'The best of a ranking',
  options: {},
  how: 'the columns that are best each by itself',
  reference: 'by definition',
  async *run(problem, { k, halt, cut, progress, affords = () => true }) {
    const { size } = problem
    const most = Math.min(k ?? size, size)
    const { merit, tieOrder, gain } = await problem.evaluate([], new Set(), size)
    const nullTests = cut?.by === 'fdr' ? await problem.pValues(cut.at) : null
    const qValues = nullTests && falseDiscoveryRates(nullTests.map(({ pValue }) => pValue))
    const left = merit.slice()
    const selected: number[] = []
    let last = NaN
    for (let seen = 0; selected.length < most; seen++) {
      const best = bestTwo(left, tieOrder)
      const { first } = best
      if (first < 0) return { stopped: cut?.by === 'fdr' ? `cut at ${cut.text}` : 'no candidate is left' }
      if (
        cut &&
        !stays({ place: seen, of: size, merit: merit[first], qValue: qValues?.[first] ?? NaN }, cut)
      ) {
        // q-values may go another way than scores.
        if (cut.by !== 'fdr') return { stopped: `cut at ${cut.text}` }
        left[first] = NaN
        continue
      }
      if (!affords([...selected, first])) {
        left[first] = NaN
        continue
      }
      const verdict = await halt.judge({
        // Each is looked at by itself, yet it is one of those that are not selected.
        ...proposalOf(problem, [], [first], { merit: merit[first], gain: gain[first] }, () => openOf(left)),
        left: size - selected.length,
      })
      const move = moveOf(best, left)
      left[first] = NaN
      if (!verdict.joins) {
        const { setAside, stopped } = verdict
        if (setAside) yield { selected: [...selected], merit: last, aside: { candidate: first, ...setAside } }
        if (stopped !== undefined) return { stopped }
        continue
      }
      selected.push(first)
      last = merit[first]
      yield {
        selected: [...selected],
        merit: last,
        move: { ...move, ...nullTests?.[first], ...chanceOf(verdict) },
      }
      progress(selected.length / most)
    }
    return { stopped: selected.length === k ? `k = ${k}` : `${selected.length} of ${size} columns` }
  },
})
