import { sortBestFirst } from './best-sets.ts'
import { checkHalt } from './halt-check.ts'
import { comparePaths, compareTied, extend, pathFrom, positionOf, replay } from './path.ts'
import type { Path } from './path.ts'
import { defineStepSearch } from './search.ts'

/**
 * Keeps the best `width` paths of each length and extends all of them: `forward` is a beam of width 1. Paths are compared by
 * the sum of the gains of their columns, which for a merit of sets is that merit; of paths with the same columns the better
 * is kept. The stop tests the last column of the best path; candidates that it sets aside are excluded from then on.
 * Lowerre (1976).
 */
export const beam = defineStepSearch({
  id: 'beam',
  title: 'Beam search',
  options: { width: { type: 'whole', min: 1, default: 5, help: 'number of paths kept' } },
  how: 'extends the best few sets of each size',
  reference: 'Lowerre 1976',
  starts: 'growing',
  async *run(problem, { k, halt, start, progress }, { width }) {
    const { size } = problem
    const most = Math.min(k ?? size, size)
    const excluded = new Set<number>()
    let paths: readonly Path[] = [await pathFrom(start, problem)]
    if (start.length > 0) yield positionOf(paths[0])
    let stopped = k === null || size < k ? 'no candidate is left' : `k = ${k}`
    while (paths[0].selected.length < most) {
      const grown: Path[] = []
      for (const path of paths) {
        const evaluation = await problem.evaluate(path.selected, excluded, Math.max(2, width))
        grown.push(...extend(path, evaluation, width))
      }
      const sorted = sortBestFirst(distinct(grown), ({ value }) => value, compareTied)
      if (sorted.length === 0) {
        stopped = 'no candidate is left'
        break
      }
      const { path, setAside, end } = await checkHalt(sorted[0], problem, halt, excluded)
      if (setAside) yield { ...positionOf(paths[0]), setAside }
      if (end !== undefined) {
        stopped = end
        break
      }
      if (!path) {
        excluded.add(sorted[0].move!.candidate)
        continue
      }
      paths = [path, ...sorted.slice(1, width)]
      yield positionOf(path)
      progress(path.selected.length / most)
    }
    yield* replay(paths[0])
    return { stopped }
  },
})

/** The best path for each set of columns. */
function distinct(paths: readonly Path[]): Path[] {
  const best = new Map<string, Path>()
  for (const path of paths) {
    const key = path.members.join()
    const other = best.get(key)
    if (!other || comparePaths(path, other) < 0) best.set(key, path)
  }
  return [...best.values()]
}
