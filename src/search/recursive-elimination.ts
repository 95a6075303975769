import { isNear } from '../statistics/ties.ts'
import { bestTwo } from './best.ts'
import { moveOf } from './move.ts'
import type { StepProblem } from './problem.ts'
import { defineStepSearch } from './search.ts'

/**
 * Scores all columns, drops the worst share, scores the remaining ones among themselves, and so on, until k are left; without k
 * until each scores above 0. So columns of noise no longer blur the scores of the others. The remaining columns are chosen in
 * the order of their last scores. Of tied columns the later ones are dropped. With `relieff` it is TuRF (Moore and White 2007).
 */
export const recursiveElimination = defineStepSearch({
  id: 'recursive-elimination',
  title: 'Recursive elimination',
  options: {
    share: {
      type: 'number',
      min: 0,
      max: 1,
      default: 0.1,
      help: 'the share of the remaining columns that a round drops; at least one',
    },
  },
  how: 'ranks, drops the worst share, ranks the rest again',
  reference: 'Moore & White 2007',
  rescores: true,
  async *run(problem, { k, progress, fitsBudget = () => true }, { share }) {
    const { size } = problem
    const least = Math.min(k ?? 1, size)
    let remaining: readonly number[] = Array.from({ length: size }, (_, i) => i)
    let merit: Float64Array
    for (;;) {
      ;({ merit } = await evaluateAmong(problem, remaining))
      const scored = inOrder(remaining, merit)
      const isDone = scored.length <= least || (k === null && merit[scored[scored.length - 1]] > 0)
      if (isDone) {
        remaining = scored
        break
      }
      // What is left of an interrupted search.
      yield { selected: scored, merit: merit[scored[scored.length - 1]] }
      const dropped = Math.max(1, Math.floor(share * scored.length))
      remaining = scored.slice(0, Math.max(least, scored.length - dropped)).sort((a, b) => a - b)
      progress((size - remaining.length) / (size - least))
    }
    const left = Float64Array.from(merit, (value, i) => (remaining.includes(i) ? value : NaN))
    const selected: number[] = []
    for (const candidate of remaining) {
      const best = bestTwo(left)
      const move = { ...moveOf({ ...best, first: candidate }, left) }
      left[candidate] = NaN
      if (!fitsBudget([...selected, candidate])) continue
      selected.push(candidate)
      yield { selected: [...selected], merit: merit[candidate], move }
    }
    if (selected.length === 0) return { stopped: 'no candidate is left' }
    return { stopped: k === null ? 'every remaining score is above 0' : `k = ${selected.length}` }
  },
})

/** The scores of some candidates as if there were no others. */
function evaluateAmong(problem: StepProblem, remaining: readonly number[]) {
  if (problem.evaluateAmong) return problem.evaluateAmong(remaining)
  const isIn = new Set(remaining)
  const dropped = Array.from({ length: problem.size }, (_, i) => i).filter((i) => !isIn.has(i))
  return problem.evaluate([], new Set(dropped), problem.size)
}

/** Candidates with a merit, the best first; tied ones in the order of the table. */
function inOrder(candidates: readonly number[], merit: Float64Array): number[] {
  const sorted = candidates
    .filter((i) => !Number.isNaN(merit[i]))
    .sort((a, b) => merit[b] - merit[a] || a - b)
  for (let start = 0; start < sorted.length;) {
    let end = start + 1
    while (end < sorted.length && isNear(merit[sorted[end]], merit[sorted[start]])) end++
    sorted.splice(start, end - start, ...sorted.slice(start, end).sort((a, b) => a - b))
    start = end
  }
  return sorted
}
