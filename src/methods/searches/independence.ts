import { bestTwo } from './best.ts'
import { withoutMember } from './members.ts'
import { pathAfter, plainMove } from './path.ts'
import type { Path } from './path.ts'
import { independenceTests } from './problem.ts'
import type { Candidates, IndependenceQuestion, IndependenceTest, IndependenceTestName } from './problem.ts'
import type { StepProposal } from './search.ts'

/* What searches by tests of conditional independence share. */

/** The test of one candidate, with the candidates given which it was made. */
export interface GivenTest {
  readonly candidate: number
  readonly given: readonly number[]
  readonly test: IndependenceTest
}

/** The level of the tests. */
export const alphaOption = {
  type: 'number',
  min: 0,
  max: 1,
  default: 0.05,
  help: 'a column counts as dependent where the p-value of its test is at most this',
} as const

/** The test of independence. */
export const testOption = {
  type: 'choice',
  of: independenceTests,
  default: 'scaled',
  help: 'G² scaled to its exact mean under independence, which is right in sparse tables too, or as it is, as in other programs (g2); or of numbers that of the partial correlation (fisher-z); or local permutations of information by neighbours, of numbers as they are and levels (cmi-knn)',
} as const

/** Makes the tests of all questions, in their order. */
export async function testsOf(
  problem: Candidates,
  questions: readonly IndependenceQuestion[],
  test: IndependenceTestName,
): Promise<readonly GivenTest[]> {
  const asked = questions
    .filter(({ candidates }) => candidates.length > 0)
    .map((question) => ({ ...question, test }))
  const found = asked.length > 0 ? await problem.independence!(asked) : []
  return asked.flatMap(({ given, candidates }, i) =>
    candidates.map((candidate, place) => ({ candidate, given, test: found[i][place] })),
  )
}

/** Whether a test finds independence; one that lacks rows finds nothing. */
export function isIndependent({ lacking, pValue }: IndependenceTest, alpha: number): boolean {
  return lacking === null && pValue > alpha
}

/**
 * The independent test of the greatest p-value, the last of those tied; undefined where none is independent.
 */
export function mostIndependent(tests: readonly GivenTest[], alpha: number): GivenTest | undefined {
  return tests
    .filter(({ test }) => isIndependent(test, alpha))
    .reduce<GivenTest | undefined>(
      (most, one) => (most && most.test.pValue > one.test.pValue ? most : one),
      undefined,
    )
}

/**
 * The most significant of some tests, and whether another is tied with it; of p-values that are tied, the one of
 * more information.
 */
export function mostSignificant(tests: Iterable<GivenTest>, size: number) {
  const merits = new Float64Array(size).fill(NaN)
  const bits = new Float64Array(size).fill(NaN)
  const byCandidate = new Map<number, GivenTest>()
  for (const one of tests) {
    merits[one.candidate] = -one.test.lnP
    bits[one.candidate] = one.test.bits
    byCandidate.set(one.candidate, one)
  }
  const { first, tied } = bestTwo(merits, bits)
  return { best: byCandidate.get(first)!, tied }
}

/** The path with the column of a test, whose merit is that of the whole set. */
export async function pathWithTested(
  problem: Candidates,
  path: Path,
  { best: { candidate, test }, tied }: ReturnType<typeof mostSignificant>,
): Promise<Path> {
  const merit = await problem.meritOf!([...path.selected, candidate])
  return pathAfter(path, {
    ...plainMove('add', candidate, merit),
    tie: tied,
    pValue: test.pValue,
    by: test.by,
  })
}

/** How candidates are tested. */
export interface HowTested {
  readonly alpha: number
  readonly test: IndependenceTestName
}

/**
 * Removes the chosen column that is most clearly independent given all the others, until none is. Returns the
 * path that is left, what was removed, and the tests of what stays.
 */
export async function* removeIndependent(
  problem: Candidates,
  start: Path,
  { alpha, test: by }: HowTested,
): AsyncGenerator<
  StepProposal,
  { readonly path: Path; readonly removed: readonly GivenTest[]; readonly tests: readonly GivenTest[] },
  Path | null
> {
  let path = start
  const removed: GivenTest[] = []
  for (;;) {
    const { selected } = path
    const questions = selected.map((one) => ({
      given: selected.filter((other) => other !== one),
      candidates: [one],
    }))
    const tests = await testsOf(problem, questions, by)
    const leaving = mostIndependent(tests, alpha)
    if (!leaving) return { path, removed, tests }
    removed.push(leaving)
    const { candidate, test } = leaving
    const left = withoutMember(selected, candidate)
    const merit = left.length > 0 ? await problem.meritOf!(left) : NaN
    const move = { ...plainMove('remove', candidate, merit), pValue: test.pValue, by: test.by }
    path = (yield { remove: move, merit }) ?? path
  }
}

/** Why a search for a blanket ended: what no other column was found dependent given. */
export function endOfBlanket(removed: readonly GivenTest[]): string {
  const left = removed.length > 0 ? ' and those that left' : ''
  return `no other column is found dependent given these${left}`
}

/** The columns whose tests lacked rows: each of these tested its column once. */
export function lackingIn(tests: readonly GivenTest[]) {
  return tests
    .filter(({ test }) => test.lacking !== null)
    .map(({ candidate }) => ({ candidate, lacking: 1, tests: 1 }))
}

/** A candidate that a test sets aside. */
export function setAsideBy({ candidate, given, test }: GivenTest) {
  const { lacking, pValue } = test
  return { candidate, because: null, given, ...(lacking === null ? { pValue } : { lacking }) }
}
