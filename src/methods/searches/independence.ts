import type { IndependenceQuestion, IndependenceTest, Candidates } from './problem.ts'

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
  of: ['scaled', 'g2'],
  default: 'scaled',
  help: 'G² scaled to its exact mean under independence, which is right in sparse tables too, or as it is, as in other programs',
} as const

/** The name of a test. */
export type IndependenceTestName = (typeof testOption.of)[number]

/** Makes the tests of all questions, in their order. */
export async function testsOf(
  problem: Candidates,
  questions: readonly IndependenceQuestion[],
  test: IndependenceTestName,
): Promise<readonly GivenTest[]> {
  const asked = questions
    .filter(({ candidates }) => candidates.length > 0)
    .map((question) => ({ ...question, isPlain: test === 'g2' }))
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

/** A candidate that a test sets aside. */
export function setAsideBy({ candidate, given, test }: GivenTest) {
  const { lacking, pValue } = test
  return { candidate, because: null, given, ...(lacking === null ? { pValue } : { lacking }) }
}
