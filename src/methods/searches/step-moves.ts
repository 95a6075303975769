import { isNear } from '#core'
import { bestTwo, gapBetween } from './best.ts'
import { othersOf, withMember, withoutMember } from './members.ts'
import type { Members } from './members.ts'
import type { Move, PartialFTest, SubsetProblem } from './problem.ts'
import { beats } from './visited.ts'
import type { Visited } from './visited.ts'

/** Where a stepwise search is. */
interface State {
  readonly problem: SubsetProblem
  readonly visited: Visited
  readonly members: Members
  readonly merit: number
  /** The sets that it has been at. */
  readonly seen: ReadonlySet<string>
  /** How many columns it goes to, whether or not moves are better; null where only these are made. */
  readonly end: number | null
  readonly direction: 'both' | 'forward' | 'backward'
}

/** A set after one move. */
interface Next {
  readonly members: Members
  readonly merit: number
  readonly move: Move
}

/** One candidate that may join or leave, and the set after that. */
interface Option {
  readonly action: Move['action']
  readonly candidate: number
  readonly members: Members
  readonly merit: number
}

/**
 * The move by the partial F: the worst column leaves, else the best one enters; null where neither passes its
 * test.
 */
export async function testedMove(state: State, enter: number, leave: number): Promise<Next | null> {
  const { members, end } = state
  const removals = await removalsOf(state)
  const leaving = await testsOf(state, removals)
  const worst = best(
    removals,
    leaving.map(({ lnP }) => lnP),
    leaving.map(({ f }) => -f),
  )
  const isTooLarge = end !== null && members.length > end
  if (worst && (isTooLarge || leaving[worst.place].pValue > leave)) return nextOf(worst, leaving[worst.place])
  const additions = await additionsOf(state)
  const entering = await testsOf(state, additions)
  const first = best(
    additions,
    entering.map(({ lnP }) => -lnP),
    entering.map(({ f }) => f),
  )
  const isTooSmall = end !== null && members.length < end
  if (!first || !(isTooSmall || entering[first.place].pValue < enter)) return null
  return nextOf(first, entering[first.place])
}

/** The move to the best set; null where none is better than this, or as good with a column less. */
export async function bestMove(state: State): Promise<Next | null> {
  const { members, merit, end } = state
  const removals = await removalsOf(state)
  const additions = await additionsOf(state)
  const bestOf = (options: readonly Option[]) =>
    best(
      options,
      options.map((option) => option.merit),
      options.map(() => 0),
    )
  let found = bestOf([...removals, ...additions])
  if (!found || !beats(found.option.merit, merit)) {
    const isTied = (option: Option) => isNear(option.merit, merit)
    if (end !== null) found = bestOf(members.length < end ? additions : removals)
    else found = bestOf(removals.filter(isTied))
  }
  if (!found) return null
  const [test] = state.problem.partialFs ? await testsOf(state, [found.option]) : []
  return nextOf(found, test)
}

/** The columns that may leave, the last one first, so that of tied ones it leaves. */
async function removalsOf(state: State): Promise<readonly Option[]> {
  const { problem, visited, members, seen, direction } = state
  if (direction === 'forward') return []
  const sets = [...members]
    .reverse()
    .map((candidate) => ({ candidate, members: withoutMember(members, candidate) }))
    .filter((set) => !seen.has(set.members.join()))
  const merits = await visited.merits(sets.map((set) => set.members))
  const isScored = members.length > problem.least
  const options = sets.map((set, i) => ({ action: 'remove' as const, ...set, merit: merits[i] }))
  return options.filter(({ merit }) => !Number.isNaN(merit) || (!isScored && problem.isMonotone === true))
}

async function additionsOf({ problem, visited, members, direction }: State): Promise<readonly Option[]> {
  if (direction === 'backward') return []
  const others = othersOf(members, problem.size)
  const sets = others.map((candidate) => ({ candidate, members: withMember(members, candidate) }))
  const merits = await visited.merits(sets.map((set) => set.members))
  const options = sets.map((set, i) => ({ action: 'add' as const, ...set, merit: merits[i] }))
  return options.filter(({ merit }) => !Number.isNaN(merit))
}

/** The partial F of the column of each move. */
async function testsOf(
  { problem, members }: State,
  options: readonly Option[],
): Promise<readonly PartialFTest[]> {
  if (options.length === 0) return []
  return problem.partialFs!(
    options.map((option) =>
      option.action === 'add'
        ? { smaller: members, larger: option.members }
        : { smaller: option.members, larger: members },
    ),
  )
}

interface Found {
  readonly option: Option
  readonly place: number
  readonly second: Option | undefined
  readonly tied: boolean
}

/**
 * The option of the greatest value, by the greatest of `order` where values are tied; null where none has a
 * value.
 */
function best(options: readonly Option[], values: readonly number[], order: readonly number[]): Found | null {
  const { first, second, tied } = bestTwo(Float64Array.from(values), Float64Array.from(order))
  return first < 0 ? null : { option: options[first], place: first, second: options[second], tied }
}

function nextOf({ option, second, tied }: Found, test: PartialFTest | undefined): Next {
  const { action, candidate, members, merit } = option
  return {
    members,
    merit,
    move: {
      action,
      candidate,
      merit,
      runnerUp: second?.candidate ?? null,
      gap: second ? gapBetween(merit, second.merit) : 0,
      tie: tied,
      ...(test && { f: test.f, pValue: test.pValue }),
    },
  }
}
