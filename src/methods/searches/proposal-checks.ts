import { CribaError } from '#core'
import type { Path } from './path.ts'
import type { Ending } from './problem.ts'
import type { Ended, StepProposal, StepSearch } from './search.ts'

/* What a search of one's own may get wrong: such proposals would make a wrong selection, or a search without
   an end. */

/** Where a search is when it makes a proposal. */
interface State {
  readonly path: Path
  /** How many candidates there are. */
  readonly size: number
  /** The candidates that may not be proposed again. */
  readonly excluded: ReadonlySet<number>
}

/** Refuses a proposal that does not go on from where the search is. */
export function checkProposal(
  { id, revises }: StepSearch,
  proposal: StepProposal,
  { path, size, excluded }: State,
): void {
  const refuse = (what: string): never => refuseSearch(`${id} ${what}`)
  const check = (candidate: number) => {
    if (!isCandidate(candidate, size)) refuse(`names candidate ${candidate} (needs 0 to ${size - 1})`)
  }
  if (typeof proposal !== 'object' || proposal === null) refuse(`yields ${String(proposal)}`)
  else if ('setAside' in proposal) {
    const { candidate, pValue = NaN, lacking } = Object(proposal.setAside) as typeof proposal.setAside
    check(candidate)
    if (!(pValue >= 0 && pValue <= 1) && typeof lacking !== 'string') {
      refuse(`sets candidate ${candidate} aside without a pValue from 0 to 1, or what is lacking for it`)
    }
  } else if ('left' in proposal) {
    if (!Array.isArray(proposal.left)) refuse(`leaves ${String(proposal.left)} (needs a list)`)
    proposal.left.forEach(check)
  } else if ('remove' in proposal) {
    const { candidate } = Object(proposal.remove) as typeof proposal.remove
    if (!path.selected.includes(candidate)) refuse(`removes candidate ${candidate}, which is not selected`)
  } else {
    if (!Array.isArray(proposal.add) || proposal.add.length === 0) refuse('adds no path')
    for (const next of proposal.add) {
      // `pathWith` gives null where no candidate is left.
      const { selected = [], move, before, isPair = false } = Object(next) as Partial<Path>
      if (!move || (isPair && !before?.move)) refuse('adds a path without a move')
      const joining = selected.slice(isPair ? -2 : -1)
      const known = selected.length - joining.length
      // What joined before was checked then: a long ranking is not checked again at each of its columns.
      const unchecked = revises ? selected : joining
      unchecked.forEach(check)
      const isTwice = (candidate: number, place: number) => unchecked.indexOf(candidate) < place
      const isKnown = (candidate: number) => selected.indexOf(candidate) < known
      if (unchecked.some(isTwice) || (!revises && joining.some(isKnown))) refuse('adds a candidate twice')
      if (revises) continue
      const goesOn = path.selected.every((candidate, place) => candidate === selected[place])
      if (!goesOn || known !== path.selected.length) refuse('adds a path that is not one move longer')
      const again = joining.find((candidate) => excluded.has(candidate))
      if (again !== undefined) refuse(`adds candidate ${again} again, which could not join`)
    }
  }
}

/** What a search runs as, which answers each proposal. */
export function checkedWalk<W extends AsyncGenerator<unknown, unknown, never>>(
  { id }: Pick<StepSearch, 'id'>,
  walk: W,
): W {
  if (typeof (Object(walk) as Partial<W>).next === 'function') return walk
  return refuseSearch(`${id} does not run as a generator (needs async *run)`)
}

/** A copy of a set in ascending order. */
export function checkedSet(members: readonly number[], size: number): readonly number[] {
  const isAscending = (set: readonly number[]) =>
    set.every((one, place) => isCandidate(one, size) && (place === 0 || one > set[place - 1]))
  if (isAscending(members)) return members.slice()
  const sorted = [...members].sort((a, b) => a - b)
  if (isAscending(sorted)) return sorted
  return refuseSearch(
    `it names the set ${sorted.join(', ')} (needs candidates from 0 to ${size - 1}, each once)`,
  )
}

/** Why a search ended, in its own words or in others. */
export function endingOf({ id }: Pick<StepSearch, 'id'>, ended: Ended | null, others: string): Ending {
  const ending = ended ?? others
  if (typeof ending === 'string') return { stopped: ending }
  if (typeof ending.stopped === 'string') return ending
  return refuseSearch(`${id} returns ${JSON.stringify(ending)} (needs why it ended, or nothing)`)
}

function isCandidate(candidate: number, size: number): boolean {
  return Number.isInteger(candidate) && candidate >= 0 && candidate < size
}

function refuseSearch(why: string): never {
  throw new CribaError('invalid', `invalid search: ${why}`)
}
