import { bestTwo } from './best.ts'
import { defineStepSearch } from './search.ts'

/**
 * Begins with nothing and lets the best candidate join, one after the other, until there are k, the halt says no, or
 * none is left. Whitney (1971).
 */
export const forward = defineStepSearch({
  id: 'forward',
  title: 'Forward selection',
  options: {},
  how: 'the best candidate joins, one after the other',
  reference: 'Whitney 1971',
  async *run(problem, { k, halt, progress }) {
    const selected: number[] = []
    const barred = new Set<number>()
    const most = Math.min(k ?? problem.size, problem.size)
    while (selected.length < most) {
      const { merit, gain } = await problem.evaluate(selected, barred)
      const { first, second, tied } = bestTwo(merit)
      if (first < 0) return { stopped: 'no candidate has a score' }
      const verdict = await halt.judge({ candidate: first, size: selected.length, gain: gain[first] })
      if (!verdict.joins) return { stopped: verdict.stopped }
      selected.push(first)
      barred.add(first)
      yield {
        selected: [...selected],
        merit: merit[first],
        move: {
          action: 'add',
          candidate: first,
          merit: merit[first],
          runnerUp: second < 0 ? null : second,
          gap: second < 0 ? 0 : merit[first] - merit[second],
          tie: tied,
        },
      }
      progress(selected.length / most)
    }
    return { stopped: k === null || problem.size < k ? 'no candidate is left' : `k = ${k}` }
  },
})
