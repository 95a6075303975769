import { CribaError, isNear, membersOf } from '#core'
import { isBetter } from './best.ts'
import { allCandidates, compareMembers, withoutMember } from './members.ts'
import type { Members } from './members.ts'
import type { ScoredMembers } from './problem.ts'
import { defineSearch } from './search.ts'

/** The most sets kept in a landscape. */
const maxKept = 1 << 14
/**
 * The most sets evaluated in one request: with larger requests more evaluations are wasted when the best set
 * changes.
 */
const maxRequested = 1 << 10
/**
 * By how much rounding may leave a bound below the merits that it bounds, as a share of them, and where they are
 * near 0 of 1, which shares and bits are about.
 */
const rounding = 1e-9

/**
 * A node of the search: the sets of k columns obtained from `members` by removing some of the `open` members.
 */
interface Branch {
  readonly members: Members
  readonly open: Members
  /** No set of the branch has a greater merit; Infinity where no bound is known. */
  readonly bound: number
}

/** The sets evaluated for a branch: its leaves, or its members without each of the open ones. */
interface BranchRequest {
  readonly branch: Branch
  readonly areLeaves: boolean
  readonly list: readonly Members[]
}

/**
 * The provably best set of exactly k columns: columns are removed one after the other. No set is better than
 * a set that contains it, so branches that cannot contain the best set are pruned. The largest branches
 * remove the columns with the greatest loss, so that they are pruned early; the branch with the best bound is
 * explored first. Few sets are evaluated where columns differ much in their information, nearly all where
 * they are similar. Narendra and Fukunaga (1977).
 */
export const branchAndBound = defineSearch({
  takes: 'subset',
  id: 'branch-and-bound',
  title: 'Branch and bound',
  options: {},
  monotone: true,
  how: 'removes columns one after the other, and prunes what can no longer be the best',
  reference: 'Narendra & Fukunaga 1977',
  async *run({ problem }, { k, keep }) {
    const { size } = problem
    if (k === null)
      throw new CribaError('missing', 'missing k: branch-and-bound finds the best set of k columns')
    const goal = Math.min(k, size)
    const sets = choose(size, goal)
    const kept = Math.min(keep, sets)
    if (kept > maxKept) {
      throw new CribaError(
        'too-large',
        `too many sets for a landscape: ${kept} (at most ${maxKept}; give a number, or use fewer columns)`,
      )
    }
    const best: ScoredMembers[] = []
    const inOrder = () => [...best]
    const all = allCandidates(size)
    const branches: Branch[] = [{ members: all, open: all, bound: Infinity }]
    let done = 0
    // The bounds evaluated, and the sets pruned because of them.
    let evaluatedBounds = 0
    let prunedSets = 0
    for (let most = 1; branches.length > 0; most = Math.min(2 * most, maxRequested)) {
      const requests: BranchRequest[] = []
      for (let sets = 0; sets < most && branches.length > 0;) {
        const branch = branches.pop()!
        const removals = branch.members.length - goal
        const leaves = choose(branch.open.length, removals)
        const isPruned = !mayContainBest(branch, removals)
        // A branch with few leaves is evaluated at once; with more leaves too where bounds have not paid off.
        const few = prunedSets + 2 * size < evaluatedBounds ? maxRequested : Math.max(1, branch.open.length)
        const areLeaves = leaves <= few
        if (isPruned || areLeaves) done += leaves
        if (isPruned) prunedSets += leaves
        if (isPruned) continue
        const list = areLeaves ? leavesOf(branch, removals) : withoutEach(branch)
        if (!areLeaves) evaluatedBounds += list.length
        requests.push({ branch, areLeaves, list })
        sets += list.length
      }
      if (requests.length === 0) break
      const merits = await problem.merits({ list: requests.flatMap(({ list }) => list) })
      const [before] = best
      let place = merits.length
      // In reverse, so that the branch taken first is explored first.
      for (const { branch, areLeaves, list } of requests.reverse()) {
        const own = merits.subarray(place - list.length, place)
        place -= list.length
        if (areLeaves) list.forEach((members, i) => take({ members, merit: own[i] }))
        else branches.push(...branchesOf(branch, list, own, goal))
      }
      const [first] = best
      const at = first !== before && { selected: first.members, merit: first.merit, best: inOrder }
      yield { ...(at && { at }), done: done / sets }
    }
    if (best.length === 0) return 'no set has a merit'
    return { stopped: 'proved: no other set of that size is better', best: inOrder() }

    /**
     * Whether a branch may contain one of the best sets: by its bound, and if that ties by the order of sets.
     */
    function mayContainBest({ members, open, bound }: Branch, removals: number): boolean {
      if (best.length < kept) return true
      const last = best[best.length - 1]
      if (!isNear(bound, last.merit)) return bound > last.merit - rounding * Math.max(1, Math.abs(last.merit))
      const removed = new Set([...open].sort((a, b) => b - a).slice(0, removals))
      const lowest = members.filter((member) => !removed.has(member))
      return compareMembers(lowest, last.members) < 0
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

/** The branches below a branch; the last, which is explored first, has the best bound. */
function branchesOf(
  { open }: Branch,
  without: readonly Members[],
  bounds: Float64Array,
  goal: number,
): Branch[] {
  const ascending = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
  const boundOf = (i: number) => (Number.isNaN(bounds[i]) ? Infinity : bounds[i])
  const removals = without[0].length + 1 - goal
  // The column with the greatest loss comes first: from its branch all the others may be removed.
  const order = allCandidates(open.length).sort((a, b) => ascending(boundOf(a), boundOf(b)) || b - a)
  return order
    .slice(0, open.length - removals + 1)
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
  return compareMembers(a.members, b.members)
}

/** The sets of a branch: its members without `removals` of the open ones. */
function leavesOf({ members, open }: Branch, removals: number): Members[] {
  const choices = membersOf({ of: open, sizes: [removals, removals] })
  return Array.from(choices, (removed) => members.filter((member) => !removed.includes(member)))
}

/** The binomial coefficient. */
function choose(n: number, k: number): number {
  let sets = 1
  for (let i = 1; i <= k; i++) sets = (sets * (n - k + i)) / i
  return sets
}
