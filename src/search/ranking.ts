import { bestTwo, gapBetween } from './best.ts'
import type { Move } from './problem.ts'
import { defineStepSearch } from './search.ts'

/**
 * Takes the columns that are best each by itself: k of them, or a `share`; without k the halt, too, looks at each in its
 * turn, so that `stop=gain:0.1` takes the scores above 0.1. What the columns tell together plays no part.
 */
export const ranking = defineStepSearch({
  id: 'ranking',
  title: 'The best of a ranking',
  options: {
    share: { type: 'number', min: 0, max: 1, default: 1, help: 'the share of the columns taken, at most' },
  },
  how: 'the columns that are best each by itself',
  reference: 'by definition',
  async *run(problem, { k, halt, progress }, { share }) {
    const { size } = problem
    const most = Math.min(k ?? size, Math.ceil(share * size))
    const { merit, among, gain } = await problem.evaluate([], new Set(), size)
    const left = merit.slice()
    const selected: number[] = []
    let last = NaN
    for (let seen = 0; selected.length < most; seen++) {
      const { first, second, tied } = bestTwo(left, among)
      if (first < 0) return { stopped: 'no candidate is left' }
      const verdict = await halt.judge({
        candidate: first,
        gain: gain[first],
        left: size - seen,
        of: size,
        test: () => problem.test([], first),
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
