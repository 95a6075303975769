import { bestTwo, gapBetween } from './best.ts'
import type { Move } from './problem.ts'
import { stays } from '../stop/cut.ts'
import { falseDiscoveryRates } from '../stop/false-discovery.ts'
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
  async *run(problem, { k, halt, cut, progress }) {
    const { size } = problem
    const most = Math.min(k ?? size, size)
    const { merit, among, gain } = await problem.evaluate([], new Set(), size)
    const qValues = cut?.by === 'fdr' ? falseDiscoveryRates(await problem.pValues()) : null
    const left = merit.slice()
    const selected: number[] = []
    let last = NaN
    for (let seen = 0; selected.length < most; seen++) {
      const { first, second, tied } = bestTwo(left, among)
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
      const verdict = await halt.judge({
        candidate: first,
        gain: gain[first],
        left: size - seen,
        of: size,
        test: () => problem.test([], first),
        fit: () => problem.fit!([], first),
      })
      left[first] = NaN
      if (!verdict.joins) {
        const { setAside, stopped } = verdict
        if (setAside) yield { selected: [...selected], merit: last, aside: { candidate: first, ...setAside } }
        if (stopped !== undefined) return { stopped }
        continue
      }
      selected.push(first)
      last = merit[first]
      const { pValue, by } = verdict
      const move: Move = {
        action: 'add',
        candidate: first,
        merit: last,
        runnerUp: second < 0 ? null : second,
        gap: second < 0 ? 0 : gapBetween(last, merit[second]),
        tie: tied,
        ...(pValue !== undefined && { pValue }),
        ...(by && { by }),
      }
      yield { selected: [...selected], merit: last, move }
      progress(selected.length / most)
    }
    return { stopped: selected.length === k ? `k = ${k}` : `${selected.length} of ${size} columns` }
  },
})
