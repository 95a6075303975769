import { CribaError } from '../spec/error.ts'
import { membersOf } from '../statistics/family.ts'
import { isNear } from '../statistics/ties.ts'
import { isBetter } from './best-sets.ts'
import { byShape, everyOf, withoutMember } from './members.ts'
import type { Members } from './members.ts'
import type { ScoredMembers } from './problem.ts'
import { defineSubsetSearch } from './search.ts'

/** More of the best sets than these are not kept. */
const mostKept = 1 << 14
/** Sets asked for in one request, once the search is under way: more are asked in vain where the best changes. */
const mostAsked = 1 << 10
/** By so much, relative to its size, rounding may leave a bound below what it bounds. */
const rounding = 1e-9

/** A set that holds every set of k columns reached from it by leaving out some of its `open` members. */
interface Branch {
  readonly members: Members
  readonly open: Members
  /** No set within is better; Infinity where it is not known. */
  readonly bound: number
}

/** What is asked of a branch: the sets it ends in, or its members without each of the open ones. */
interface Asked {
  readonly branch: Branch
  readonly areEnds: boolean
  readonly list: readonly Members[]
}

/**
 * The best set of exactly k columns, proved: columns leave one after the other, and as no set is better than one that holds
 * it, what cannot beat the best set known is never looked at. The columns that are missed most leave first in the largest
 * branches, so that these end early; branches of the best bound are gone into first. Few sets are looked at where columns
 * differ much in what they tell, nearly all where they are alike. Narendra and Fukunaga (1977).
 */
export const branchAndBound = defineSubsetSearch({
  id: 'branch-and-bound',
  title: 'Branch and bound',
  options: {},
  monotone: true,
  how: 'columns leave one after the other, and what no longer can be the best is passed over',
  reference: 'Narendra & Fukunaga 1977',
  async *run(problem, { k, keep, progress }) {
    const { size } = problem
    if (k === null)
      throw new CribaError('missing', 'missing k: branch-and-bound finds the best set of k columns')
    const goal = Math.min(k, size)
    const sets = choose(size, goal)
    const kept = Math.min(keep, sets)
    if (kept > mostKept) {
      throw new CribaError(
        'too-large',
        `too many sets for a landscape: ${kept} (at most ${mostKept}; name a number, or look at fewer columns)`,
      )
    }
    const best: ScoredMembers[] = []
    const inOrder = () => [...best]
    const all = everyOf(size)
    const branches: Branch[] = [{ members: all, open: all, bound: Infinity }]
    let done = 0
    // Bounds that were looked at, and sets that were not because of them.
    let spent = 0
    let saved = 0
    for (let most = 1; branches.length > 0; most = Math.min(2 * most, mostAsked)) {
      const asked: Asked[] = []
      for (let sets = 0; sets < most && branches.length > 0;) {
        const branch = branches.pop()!
        const leaving = branch.members.length - goal
        const ends = choose(branch.open.length, leaving)
        const isPassed = !mayHold(branch, leaving)
        // So few sets are looked at as soon as their bounds, and more of them where bounds do not pay.
        const few = saved + 2 * size < spent ? mostAsked : Math.max(1, branch.open.length)
        const areEnds = ends <= few
        if (isPassed || areEnds) done += ends
        if (isPassed) saved += ends
        if (isPassed) continue
        const list = areEnds ? endsOf(branch, leaving) : withoutEach(branch)
        if (!areEnds) spent += list.length
        asked.push({ branch, areEnds, list })
        sets += list.length
      }
      progress(done / sets)
      if (asked.length === 0) break
      const merits = await problem.merits({ list: asked.flatMap(({ list }) => list) })
      const [before] = best
      let place = merits.length
      // The branch that was taken first is gone into first.
      for (const { branch, areEnds, list } of asked.reverse()) {
        const own = merits.subarray(place - list.length, place)
        place -= list.length
        if (areEnds) list.forEach((members, i) => take({ members, merit: own[i] }))
        else branches.push(...branchesOf(branch, list, own, goal))
      }
      if (best[0] !== before) yield { selected: best[0].members, merit: best[0].merit, best: inOrder }
    }
    if (best.length === 0) return { stopped: 'no set has a merit' }
    return { stopped: 'proved: no other set of that size is better', best: inOrder() }

    /** Whether a set within may be among the best: by its bound, and where that ties by the order of sets. */
    function mayHold({ members, open, bound }: Branch, leaving: number): boolean {
      if (best.length < kept) return true
      const last = best[best.length - 1]
      if (!isNear(bound, last.merit)) return bound > last.merit - rounding * Math.abs(last.merit)
      const leave = new Set([...open].sort((a, b) => b - a).slice(0, leaving))
      const lowest = members.filter((member) => !leave.has(member))
      return byShape(lowest, last.members) < 0
    }

    function take(set: ScoredMembers): void {
      if (Number.isNaN(set.merit)) return
      let place = best.length
      while (place > 0 && isBetter(set, best[place - 1], bySets)) place--
      best.splice(place, 0, set)
      if (best.length > kept) best.pop()
    }
  },
})

/** The branches of a branch, the last of which is gone into first: that of the best bound. */
function branchesOf(
  { open }: Branch,
  without: readonly Members[],
  bounds: Float64Array,
  goal: number,
): Branch[] {
  const ascending = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
  const boundOf = (i: number) => (Number.isNaN(bounds[i]) ? Infinity : bounds[i])
  const leaving = without[0].length + 1 - goal
  // The column that is missed most stands first: from its branch all the others may leave.
  const order = everyOf(open.length).sort((a, b) => ascending(boundOf(a), boundOf(b)) || b - a)
  return order
    .slice(0, open.length - leaving + 1)
    .map((i, place) => ({
      members: without[i],
      open: order.slice(place + 1).map((later) => open[later]),
      bound: boundOf(i),
    }))
    .sort((a, b) => ascending(a.bound, b.bound))
}

function withoutEach({ members, open }: Branch): Members[] {
  return open.map((member) => withoutMember(members, member))
}

function bySets(a: ScoredMembers, b: ScoredMembers): number {
  return byShape(a.members, b.members)
}

/** The sets that are left when so many of the open members leave. */
function endsOf({ members, open }: Branch, leaving: number): Members[] {
  const choices = membersOf({ of: open, sizes: [leaving, leaving] })
  return Array.from(choices, (leave) => members.filter((member) => !leave.includes(member)))
}

/** How many sets of so many there are. */
function choose(of: number, many: number): number {
  let sets = 1
  for (let i = 1; i <= many; i++) sets = (sets * (of - many + i)) / i
  return sets
}
