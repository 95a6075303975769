import { sortBestFirst } from './best.ts'
import { comparePaths, compareTied, extend, openPath } from './path.ts'
import type { OpenPath } from './path.ts'
import { defineSearch } from './search.ts'

/**
 * Keeps the best `width` paths of each length and extends all of them: `forward` is a beam of width 1. Paths
 * are compared by the sum of the gains of their columns, which for a merit of sets is that merit; of paths
 * with the same columns the better is kept. The stop tests the last column of the best path; candidates that
 * it sets aside are excluded from then on. Lowerre (1976).
 */
export const beam = defineSearch({
  takes: 'step',
  id: 'beam',
  title: 'Beam search',
  options: { width: { type: 'whole', min: 1, default: 5, help: 'number of paths kept' } },
  how: 'extends the best few sets of each size',
  reference: 'Lowerre 1976',
  starts: 'growing',
  revises: true,
  async *run(problem, { start, excluded, most }, { width }) {
    let paths: readonly OpenPath[] = [openPath(start)]
    while (paths[0].selected.length < most) {
      const grown: OpenPath[] = []
      for (const path of paths) {
        const evaluation = await problem.evaluate(path.selected, excluded, Math.max(2, width))
        grown.push(...extend(path, evaluation, width))
      }
      const [best, ...others] = sortBestFirst(distinct(grown), ({ value }) => value, compareTied)
      if (!best) return
      const accepted = yield { add: [best] }
      if (accepted) paths = [{ ...best, ...accepted }, ...others.slice(0, width - 1)]
    }
  },
})

/** The best path for each set of columns. */
function distinct(paths: readonly OpenPath[]): OpenPath[] {
  const best = new Map<string, OpenPath>()
  for (const path of paths) {
    const key = path.members.join()
    const other = best.get(key)
    if (!other || comparePaths(path, other) < 0) best.set(key, path)
  }
  return [...best.values()]
}
