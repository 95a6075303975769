import { CribaError } from '#core'
import { allCandidates, sortedMembers } from './members.ts'
import type { SubsetProblem } from './problem.ts'
import { defineSearch } from './search.ts'
import { bestMove, testedMove } from './step-moves.ts'

/**
 * Adds and removes columns one at a time, until no move is better. Where a column more never makes a linear
 * fit worse (`sse`), the partial F decides: the column with the greatest p-value leaves if that is above
 * `leave`, else the one with the smallest enters if that is below `enter`. By other criteria, such as
 * `sse:by=bic`, the best of all moves is made while the score gets better, and a column whose removal changes
 * nothing leaves. Begins with no columns, or with all for `direction=backward`, or with those given. With k
 * it goes on to k columns, adding the best, or removing the worst, where no move is better. It never removes
 * a column to return to a set that it has left. Groups and the levels of a column enter and leave together.
 * Efroymson (1960).
 */
export const step = defineSearch({
  takes: 'subset',
  id: 'step',
  title: 'Stepwise selection',
  options: {
    direction: {
      type: 'choice',
      of: ['both', 'forward', 'backward'],
      default: 'both',
      help: 'whether columns are added and removed, only added, or only removed',
    },
    enter: {
      type: 'number',
      min: 0,
      max: 1,
      default: 0.05,
      only: { direction: ['both', 'forward'] },
      help: 'of the partial F of a linear fit: a column enters where its p-value is below this',
    },
    leave: {
      type: 'number',
      min: 0,
      max: 1,
      default: 0.1,
      only: { direction: ['both', 'backward'] },
      help: 'of the partial F of a linear fit: a column leaves where its p-value is above this',
    },
  },
  how: 'adds and removes columns while the score, or the partial F of a linear fit, gets better',
  reference: 'Efroymson 1960',
  starts: 'anywhere',
  walks: true,
  testsFits: ['enter', 'leave'],
  async *run(visited, { k, start }, { direction, enter, leave }) {
    const { problem } = visited
    const { size, partialFs } = problem
    const isTested = partialFs !== undefined && problem.isMonotone === true
    if (isTested && direction === 'both' && enter > leave) {
      throw new CribaError('invalid', `invalid leave: ${leave} (needs enter, ${enter}, or more)`)
    }
    const end = k === null ? null : Math.min(k, size)
    const all = direction === 'backward' ? allCandidates(size) : []
    const first = start.length > 0 ? sortedMembers(start) : all
    if (k !== null && end !== null) checkReach(first.length, end, k, direction)
    let members: readonly number[] = first
    let merit = NaN
    if (members.length > 0 && partialFs) await refuseUnfit(members, partialFs)
    if (members.length >= problem.least) {
      ;[merit] = await visited.merits([members])
      if (!Number.isNaN(merit)) yield { at: { selected: members, merit } }
    }
    const seen = new Set([members.join()])
    let selected: readonly number[] = members
    while (members.length !== end) {
      const state = { problem, visited, members, merit, seen, end, direction }
      const next = await (isTested ? testedMove(state, enter, leave) : bestMove(state))
      if (!next) {
        return end === null ? 'no column enters or leaves' : 'no other column has a score'
      }
      ;({ members, merit } = next)
      seen.add(members.join())
      const { action, candidate } = next.move
      selected = action === 'add' ? [...selected, candidate] : selected.filter((one) => one !== candidate)
      const share = end === null ? undefined : (members.length - first.length) / (end - first.length)
      yield {
        at: { selected, merit },
        move: next.move,
        ...(share !== undefined && { done: Math.abs(share) }),
      }
    }
    return `k = ${end}`
  },
})

/** Columns that are only added, or only removed, lead from the first set to larger or smaller ones alone. */
function checkReach(first: number, end: number, k: number, direction: 'both' | 'forward' | 'backward'): void {
  const isPassed = (direction === 'forward' && first > end) || (direction === 'backward' && first < end)
  if (!isPassed) return
  throw new CribaError(
    'invalid',
    `invalid k: ${k} (direction=${direction} begins with ${first}: use direction=both)`,
  )
}

/** Columns that cannot be judged as they are would all stay. */
async function refuseUnfit(
  members: readonly number[],
  partialFs: NonNullable<SubsetProblem['partialFs']>,
): Promise<void> {
  const [{ f }] = await partialFs([{ smaller: [], larger: members }])
  if (!Number.isNaN(f)) return
  throw new CribaError(
    'unsuitable',
    `no linear fit to begin with: that on ${members.length} columns leaves no degrees of freedom, or has values too large to square (use direction=forward, or a prefilter)`,
  )
}
