import { judge } from './judge.ts'
import { comparePaths, extend, pathFrom, rankingOf, replay } from './path.ts'
import type { Path } from './path.ts'
import { defineStepSearch } from './search.ts'

/**
 * Keeps every set it has seen open, and goes on from the best of them until so many in a row (`stale`) led to nothing
 * better: that is its own end, so merits of sets need no other stop. With k it first goes straight to k columns, as `forward` does, and returns to what it left open; so it ends
 * where `forward` ends, or better. Sets are compared as `beam` compares paths. The halt looks at the last column of a set
 * before it is gone on from. Kohavi and John (1997), additions alone.
 */
export const bestFirst = defineStepSearch({
  id: 'best-first',
  title: 'Best-first search',
  options: {
    stale: {
      type: 'whole',
      min: 1,
      default: 5,
      help: 'sets gone on from in a row that lead to nothing better',
    },
  },
  how: 'the best set seen so far is gone on from, whatever its size',
  reference: 'Kohavi & John 1997',
  starts: 'growing',
  async *run(problem, { k, halt, start, progress }, { stale }) {
    const { size } = problem
    const most = Math.min(k ?? size, size)
    const root = await pathFrom(start, problem)
    const open = [root]
    if (start.length > 0) yield rankingOf(root)
    const seen = new Set<string>()
    let best: Path = root
    let idle = 0
    let stopped = 'no set is left'
    while (open.length > 0) {
      const isFound = k === null ? best !== root : best.selected.length === most
      // What the last of them led to is looked at too.
      if (isFound && idle >= stale && !open.some(isBetter)) {
        stopped = `${stale} in a row led to nothing better`
        break
      }
      let next = take(open, k !== null && !isFound)
      if (next !== root) {
        // At k there is nothing to go on from: a set is better or nothing.
        if (k !== null && next.selected.length === most && !isBetter(next)) continue
        const { path, aside, end } = await judge(next, problem, halt, new Set())
        if (aside) yield { ...rankingOf(best), aside }
        if (end !== undefined) {
          stopped = end
          break
        }
        if (!path) continue
        next = path
        if (isBetter(next)) {
          best = next
          idle = 0
          yield rankingOf(best)
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

    /** With k more columns come first, then the better value. */
    function isBetter(path: Path): boolean {
      if (best === root) return true
      const more = path.selected.length - best.selected.length
      return k !== null && more !== 0 ? more > 0 : comparePaths(path, best) < 0
    }
  },
})

/** Takes the best of the open paths, of the longest alone where it is to go deep. */
function take(open: Path[], deep: boolean): Path {
  let place = 0
  for (let i = 1; i < open.length; i++) {
    const longer = deep ? open[i].selected.length - open[place].selected.length : 0
    if (longer > 0 || (longer === 0 && comparePaths(open[i], open[place]) < 0)) place = i
  }
  const [taken] = open.splice(place, 1)
  return taken
}
