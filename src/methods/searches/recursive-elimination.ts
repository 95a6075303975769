import { isNear } from '#core'
import { bestTwo } from './best.ts'
import { allCandidates } from './members.ts'
import { moveOf, pathAfter, plainMove } from './path.ts'
import type { Candidates } from './problem.ts'
import { defineSearch } from './search.ts'

/**
 * Scores all columns, drops the worst share, scores the remaining ones among themselves, and so on, until k
 * are left; without k until each scores above 0, or under `until=one` until one is left. So columns of noise
 * no longer blur the scores of the others. The remaining columns are chosen in the order of their last
 * scores; under `until=one` without k then the dropped ones, the last dropped first. Of tied columns the
 * later ones are dropped. With `relieff` it is TuRF (Moore and White 2007), with `importance` and a share of
 * 0 recursive feature elimination (Guyon et al. 2002).
 */
export const recursiveElimination = defineSearch({
  takes: 'step',
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
    until: {
      type: 'choice',
      of: ['positive', 'one'],
      default: 'positive',
      help: 'when it ends without k: once each remaining column scores above 0, or with one left',
    },
  },
  how: 'ranks, drops the worst share, ranks the rest again',
  reference: 'Guyon et al. 2002; Moore & White 2007',
  rescores: true,
  async *run(problem, { start, k }, { share, until }) {
    const { size } = problem
    const least = Math.min(k ?? 1, size)
    const ranksAll = k === null && until === 'one'
    let remaining: readonly number[] = allCandidates(size)
    /** The merits in the last round of each. */
    const last = new Float64Array(size).fill(NaN)
    /** The first to be dropped is the last. */
    const dropped: number[] = []
    for (;;) {
      const { merit } = await evaluateAmong(problem, remaining)
      const scored = inOrder(remaining, merit)
      for (const candidate of scored) last[candidate] = merit[candidate]
      const lowest = merit[scored[scored.length - 1]]
      const isPositive = until === 'positive' && k === null && lowest > 0
      if (scored.length <= least || isPositive) {
        remaining = scored
        break
      }
      const count = Math.max(1, Math.floor(share * scored.length))
      const kept = Math.max(least, scored.length - count)
      yield { left: scored, merit: lowest, done: (size - kept) / (size - least) }
      dropped.unshift(...scored.slice(kept))
      const stays = new Set(scored.slice(0, kept))
      remaining = remaining.filter((candidate) => stays.has(candidate))
    }
    const left = Float64Array.from(last, (value, i) => (remaining.includes(i) ? value : NaN))
    let path = start
    for (const candidate of ranksAll ? [...remaining, ...dropped] : remaining) {
      const isLast = !Number.isNaN(left[candidate])
      // Scores of different rounds are not compared.
      const move = isLast
        ? moveOf({ ...bestTwo(left), first: candidate }, left)
        : plainMove('add', candidate, last[candidate])
      left[candidate] = NaN
      path = (yield { add: [pathAfter(path, move)] }) ?? path
    }
    if (path.selected.length === 0) return
    if (ranksAll) return 'every column is ranked (k takes the first, evidence finds how many)'
    return k === null ? 'every remaining score is above 0' : undefined
  },
})

/** The scores of some candidates as if there were no others. */
function evaluateAmong(problem: Candidates, remaining: readonly number[]) {
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
    if (end > start + 1) {
      const tied = sorted.slice(start, end).sort((a, b) => a - b)
      sorted.splice(start, tied.length, ...tied)
    }
    start = end
  }
  return sorted
}
