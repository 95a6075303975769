import { bestTwo, gapBetween } from './best.ts'
import type { Best } from './best.ts'
import type { Move } from './problem.ts'
import { defineStepSearch } from './search.ts'

/**
 * Begins with nothing, or with the columns given, and lets the best candidate join, one after the other, until there are k, the halt says no, or none
 * is left. What the halt sets aside is passed over from then on. Whitney (1971).
 */
export const forward = defineStepSearch({
  id: 'forward',
  title: 'Forward selection',
  options: {},
  how: 'the best candidate joins, one after the other',
  reference: 'Whitney 1971',
  starts: 'growing',
  async *run(problem, { k, halt, start, progress }) {
    const selected = [...start]
    const barred = new Set(start)
    const most = Math.min(k ?? problem.size, problem.size)
    let merit = NaN
    if (start.length > 0) yield { selected: [...start], merit }
    while (selected.length < most) {
      const evaluation = await problem.evaluate(selected, barred)
      const best = bestTwo(evaluation.merit, evaluation.among)
      const { first } = best
      if (first < 0) return { stopped: 'no candidate is left' }
      const verdict = await halt.judge({
        candidate: first,
        gain: evaluation.gain[first],
        left: problem.size - barred.size,
        of: problem.size,
        test: () => problem.test(selected, first),
        fit: () => problem.fit!(selected, first),
      })
      if (!verdict.joins) {
        const { setAside, stopped } = verdict
        if (setAside) yield { selected: [...selected], merit, aside: { candidate: first, ...setAside } }
        if (stopped !== undefined) return { stopped }
      }
      barred.add(first)
      if (!verdict.joins) continue
      selected.push(first)
      merit = evaluation.merit[first]
      const { pValue, by } = verdict
      const chance = { ...(pValue !== undefined && { pValue }), ...(by && { by }) }
      yield { selected: [...selected], merit, move: { ...moveOf(best, evaluation.merit), ...chance } }
      progress(selected.length / most)
    }
    return { stopped: k === null || problem.size < k ? 'no candidate is left' : `k = ${k}` }
  },
})

function moveOf({ first, second, tied }: Best, merit: Float64Array): Move {
  return {
    action: 'add',
    candidate: first,
    merit: merit[first],
    runnerUp: second < 0 ? null : second,
    gap: second < 0 ? 0 : gapBetween(merit[first], merit[second]),
    tie: tied,
  }
}
