import { isIndependent, mostIndependent, setAsideBy, testsOf } from './independence.ts'
import type { GivenTest, HowTested } from './independence.ts'
import { allCandidates, withoutMember } from './members.ts'
import { plainMove } from './path.ts'
import type { Path } from './path.ts'
import type { Candidates } from './problem.ts'
import type { StepProposal } from './search.ts'

/* What searches share that ask whether few of the chosen columns make another independent of the target. */

/** How many columns a test is given. */
export const mostGivenOption = {
  type: 'whole',
  min: 0,
  max: 6,
  default: 3,
  help: 'how many columns a test is conditioned on at most',
} as const

/** How many tests of each candidate were made, and how many of them lacked rows. */
export class TestCounts {
  readonly #counts = new Map<number, { lacking: number; tests: number }>()

  add(tests: readonly GivenTest[]): void {
    for (const { candidate, test } of tests) {
      const counted = this.#counts.get(candidate) ?? { lacking: 0, tests: 0 }
      counted.tests++
      if (test.lacking !== null) counted.lacking++
      this.#counts.set(candidate, counted)
    }
  }

  /** The chosen columns of which some test lacked rows. */
  lacking({ selected }: Path) {
    return selected
      .map((candidate) => ({ candidate, ...this.#counts.get(candidate)! }))
      .filter(({ lacking }) => lacking > 0)
  }
}

/** Sets aside what is independent by itself, or has too few rows; returns the tests of the others. */
export async function* dependentAlone(
  problem: Candidates,
  { alpha, test }: HowTested,
  counts: TestCounts,
): AsyncGenerator<StepProposal, Map<number, GivenTest>, Path | null> {
  const alone = await testsOf(problem, [{ given: [], candidates: allCandidates(problem.size) }], test)
  counts.add(alone)
  const dependent = new Map<number, GivenTest>()
  for (const one of alone) {
    if (one.test.lacking !== null || isIndependent(one.test, alpha)) yield { setAside: setAsideBy(one) }
    else dependent.set(one.candidate, one)
  }
  return dependent
}

/**
 * Removes chosen columns that some set of at most `most` chosen ones with a later one makes independent, the most
 * clearly first. Given sets of earlier ones they were tested when they joined. Returns the path that is left.
 */
export async function* removeSeparated(
  problem: Candidates,
  start: Path,
  { alpha, test, most }: HowTested & { readonly most: number },
  counts: TestCounts,
): AsyncGenerator<StepProposal, Path, Path | null> {
  let path = start
  const later = await testsOf(problem, questionsOfLater(path.selected, most), test)
  counts.add(later)
  for (;;) {
    const { selected } = path
    const possible = later.filter(
      ({ candidate, given }) => selected.includes(candidate) && given.every((one) => selected.includes(one)),
    )
    const leaving = mostIndependent(possible, alpha)
    if (!leaving) return path
    const left = withoutMember(selected, leaving.candidate)
    const merit = left.length > 0 ? await problem.meritOf!(left) : NaN
    const { pValue, by } = leaving.test
    const move = { ...plainMove('remove', leaving.candidate, merit), pValue, by }
    path = (yield { remove: move, merit }) ?? path
    yield { setAside: setAsideBy(leaving) }
  }
}

/**
 * For each set of selected candidates those that joined before one of its members: given it they were not
 * tested yet.
 */
function questionsOfLater(selected: readonly number[], most: number) {
  const questions: { given: readonly number[]; candidates: readonly number[] }[] = []
  for (let size = 1; size <= most; size++) {
    for (const given of subsets(selected, size)) {
      const last = selected.indexOf(given.at(-1)!)
      const candidates = selected.slice(0, last).filter((one) => !given.includes(one))
      questions.push({ given, candidates })
    }
  }
  return questions
}

/** The subsets of a size, members in the order of the list. */
export function* subsets(of: readonly number[], size: number): Generator<readonly number[]> {
  if (size === 0) yield []
  else {
    for (let last = size - 1; last < of.length; last++) {
      for (const before of subsets(of.slice(0, last), size - 1)) yield [...before, of[last]]
    }
  }
}
