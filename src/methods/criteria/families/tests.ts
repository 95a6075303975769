import type { Test } from '../../measures/test.ts'
import type { RankScores } from '../../shapes/criterion.ts'

/** Tests as the columns of a result. */
export function packTests(tests: readonly Test[]): Omit<RankScores, 'n'> {
  return {
    score: Float64Array.from(tests, ({ score }) => score),
    pValue: Float64Array.from(tests, ({ pValue }) => pValue ?? NaN),
    pFrom: tests.map(({ pFrom }) => pFrom),
    pWithin: Float64Array.from(tests, ({ pWithin = NaN }) => pWithin),
    why: tests.map(({ why }) => why),
    ...(tests.some(({ law }) => law) && { law: tests.map(({ law }) => law) }),
  }
}

/** What a method says where squares would leave the range of doubles. */
export function outOfRange(whose: 'the column' | 'the target'): Test {
  return { score: NaN, why: `values too large, or too close together, to square (rescale ${whose})` }
}
