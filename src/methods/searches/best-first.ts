import { comparePaths, extend, openPath } from './path.ts'
import type { OpenPath } from './path.ts'
import { defineSearch } from './search.ts'

/**
 * Keeps all visited sets open and expands the best of them, until `stale` expansions in a row lead to no
 * better set. That ends the search by itself, so merits of sets need no other stop. With k it first goes to k
 * columns as `forward` does, then expands the sets left open; so its result is that of `forward`, or better.
 * Sets are compared as `beam` compares paths. The stop tests the last column of a set before the set is
 * expanded. Kohavi and John (1997), with additions only.
 */
export const bestFirst = defineSearch({
  takes: 'step',
  id: 'best-first',
  title: 'Best-first search',
  options: {
    stale: {
      type: 'whole',
      min: 1,
      default: 5,
      help: 'expansions in a row without a better set that end the search',
    },
  },
  how: 'expands the best set found so far, whatever its size',
  reference: 'Kohavi & John 1997',
  starts: 'growing',
  revises: true,
  async *run(problem, { start, k, most }, { stale }) {
    const { size } = problem
    const root = openPath(start)
    const open = [root]
    const seen = new Set<string>()
    let best = root
    let idle = 0
    while (open.length > 0) {
      const isFound = k === null ? best !== root : best.selected.length === most
      // The sets that the last expansion led to are considered too.
      if (isFound && idle >= stale && !open.some(isBetter)) return `${stale} in a row led to no better set`
      let next = take(open, k !== null && !isFound)
      if (next !== root) {
        // A set of k columns is not expanded, so it matters only if it is better.
        const improves = isBetter(next)
        if (k !== null && next.selected.length === most && !improves) continue
        const accepted = yield { add: [next], selects: improves }
        if (!accepted) continue
        next = { ...next, ...accepted }
        if (improves) {
          best = next
          idle = 0
        }
      }
      if (next.selected.length === most) continue
      idle++
      const evaluation = await problem.evaluate(next.selected, undefined, size)
      for (const path of extend(next, evaluation, size)) {
        const key = path.members.join()
        if (seen.has(key)) continue
        seen.add(key)
        open.push(path)
      }
    }
    return 'no set is left'

    /** With k the longer path is better, then that of the better value. */
    function isBetter(path: OpenPath): boolean {
      if (best === root) return true
      const more = path.selected.length - best.selected.length
      return k !== null && more !== 0 ? more > 0 : comparePaths(path, best) < 0
    }
  },
})

/** Removes and returns the best open path; with `deep` the best among the longest. */
function take(open: OpenPath[], deep: boolean): OpenPath {
  let place = 0
  for (let i = 1; i < open.length; i++) {
    const longer = deep ? open[i].selected.length - open[place].selected.length : 0
    if (longer > 0 || (longer === 0 && comparePaths(open[i], open[place]) < 0)) place = i
  }
  const [taken] = open.splice(place, 1)
  return taken
}
