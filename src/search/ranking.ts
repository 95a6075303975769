import { bestTwo } from './best.ts'
import { chanceOf, moveOf, openOf } from './move.ts'
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
      const best = bestTwo(left, among)
      const { first } = best
      if (first < 0) return { stopped: 'no candidate is left' }
      const verdict = await halt.judge({
        candidate: first,
        merit: merit[first],
        gain: gain[first],
        left: size - seen,
        of: size,
        test: (beside) => problem.test([], [first], beside, openOf(left)),
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
      yield { selected: [...selected], merit: last, move: { ...move, ...chanceOf(verdict) } }
      progress(selected.length / most)
    }
    return { stopped: selected.length === k ? `k = ${k}` : `${selected.length} of ${size} columns` }
  },
})
