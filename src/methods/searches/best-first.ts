import { checkHalt } from './halt-check.ts'
import { comparePaths, extend, pathFrom, positionOf, replay } from './path.ts'
import type { Path } from './path.ts'
import { defineStepSearch } from './search.ts'

/**
 * Keeps all visited sets open and expands the best of them, until `stale` expansions in a row lead to no better set. That
 * ends the search by itself, so merits of sets need no other stop. With k it first goes to k columns as `forward` does, then
 * expands the sets left open; so its result is that of `forward`, or better. Sets are compared as `beam` compares paths. The
 * stop tests the last column of a set before the set is expanded. Kohavi and John (1997), with additions only.
 */
export const bestFirst = defineStepSearch({
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
  async *run(problem, { k, halt, start, progress }, { stale }) {
    const { size } = problem
    const most = Math.min(k ?? size, size)
    const root = await pathFrom(start, problem)
    const open = [root]
    if (start.length > 0) yield positionOf(root)
    const seen = new Set<string>()
    let best: Path = root
    let idle = 0
    let stopped = 'no set is left'
    while (open.length > 0) {
      const isFound = k === null ? best !== root : best.selected.length === most
      // The sets that the last expansion led to are considered too.
      if (isFound && idle >= stale && !open.some(isBetter)) {
        stopped = `${stale} in a row led to no better set`
        break
      }
      let next = take(open, k !== null && !isFound)
      if (next !== root) {
        // A set of k columns is not expanded, so it matters only if it is better.
        if (k !== null && next.selected.length === most && !isBetter(next)) continue
        const { path, setAside, end } = await checkHalt(next, problem, halt, new Set())
        if (setAside) yield { ...positionOf(best), setAside }
        if (end !== undefined) {
          stopped = end
          break
        }
        if (!path) continue
        next = path
        if (isBetter(next)) {
          best = next
          idle = 0
          yield positionOf(best)
          progress(best.selected.length / most)
        }
      }
      if (next.selected.length === most) continue
      idle++
      const evaluation = await problem.evaluate(next.selected, new Set(), size)
      for (const path of extend(next, evaluation, size)) {
        const key = path.members.join()
        if (seen.has(key)) continue
        seen.add(key)
        open.push(path)
      }
    }
    yield* replay(best)
    return { stopped }

    /** With k the longer path is better, then that of the better value. */
    function isBetter(path: Path): boolean {
      if (best === root) return true
      const more = path.selected.length - best.selected.length
      return k !== null && more !== 0 ? more > 0 : comparePaths(path, best) < 0
    }
  },
})

/** Removes and returns the best open path; with `deep` the best among the longest. */
function take(open: Path[], deep: boolean): Path {
  let place = 0
  for (let i = 1; i < open.length; i++) {
    const longer = deep ? open[i].selected.length - open[place].selected.length : 0
    if (longer > 0 || (longer === 0 && comparePaths(open[i], open[place]) < 0)) place = i
  }
  const [taken] = open.splice(place, 1)
  return taken
}
