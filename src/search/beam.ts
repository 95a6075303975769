import { bestFirstOf } from './best-sets.ts'
import { judge } from './judge.ts'
import { comparePaths, compareTied, extend, pathFrom, rankingOf, replay } from './path.ts'
import type { Path } from './path.ts'
import { defineStepSearch } from './search.ts'

/**
 * Keeps the best `width` paths of each length, and goes on from all of them: `forward` is a beam of width 1. Paths are
 * compared by the sum of what each of their columns gained, which for a merit of sets is that merit; of paths through
 * the same columns the better stays. The halt looks at the leading path's last column; what it sets aside is passed over
 * from then on. Lowerre (1976).
 */
export const beam = defineStepSearch({
  id: 'beam',
  title: 'Beam search',
  options: { width: { type: 'whole', min: 1, default: 5, help: 'paths that are kept' } },
  how: 'the best few sets of each size are gone on from',
  reference: 'Lowerre 1976',
  starts: 'growing',
  async *run(problem, { k, halt, start, progress }, { width }) {
    const { size } = problem
    const most = Math.min(k ?? size, size)
    const barred = new Set<number>()
    let paths: readonly Path[] = [await pathFrom(start, problem)]
    if (start.length > 0) yield rankingOf(paths[0])
    let stopped = k === null || size < k ? 'no candidate is left' : `k = ${k}`
    while (paths[0].selected.length < most) {
      const grown: Path[] = []
      for (const path of paths) {
        const evaluation = await problem.evaluate(path.selected, barred, Math.max(2, width))
        grown.push(...extend(path, evaluation, width))
      }
      const sorted = bestFirstOf(distinct(grown), ({ value }) => value, compareTied)
      if (sorted.length === 0) {
        stopped = 'no candidate is left'
        break
      }
      const { path, aside, end } = await judge(sorted[0], problem, halt, barred)
      if (aside) yield { ...rankingOf(paths[0]), aside }
      if (end !== undefined) {
        stopped = end
        break
      }
      if (!path) {
        barred.add(sorted[0].move!.candidate)
        continue
      }
      paths = [path, ...sorted.slice(1, width)]
      yield rankingOf(path)
      progress(path.selected.length / most)
    }
    yield* replay(paths[0])
    return { stopped }
  },
})

/** Of paths through the same columns the best. */
function distinct(paths: readonly Path[]): Path[] {
  const best = new Map<string, Path>()
  for (const path of paths) {
    const key = path.members.join()
    const known = best.get(key)
    if (!known || comparePaths(path, known) < 0) best.set(key, path)
  }
  return [...best.values()]
}
