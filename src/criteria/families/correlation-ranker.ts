import { weightText } from '../../spec/weight-text.ts'
import { correlations } from '../../measures/correlation.ts'
import type { Correlation } from '../../measures/correlation.ts'
import type { Test } from '../../measures/test.ts'
import type { OptionTable } from '../../spec/options.ts'
import type { MomentsOfFamily } from '../../statistics/moments.ts'
import type { MomentsRequest } from '../../statistics/request.ts'
import { outOfRange, packTests } from './tests.ts'
import { defineRank } from '../criterion.ts'
import type { CriterionFacts } from '../criterion.ts'

/** A method that is a function of the correlation of each column with a numeric target. */
export function correlationRanker<const O extends OptionTable, const Id extends string>(
  record: Omit<CriterionFacts<O>, 'features' | 'target'> & {
    readonly id: Id
    readonly of: 'values' | 'ranks'
    test(correlation: Correlation): Test
  },
) {
  return defineRank<O, readonly [MomentsRequest], Id>({
    ...record,
    features: { numeric: 'values', categorical: null },
    target: 'values',
    needs: ({ features, target, view }) => [
      { kind: 'moments', family: { base: [target!], each: features }, of: record.of, view },
    ],
    fold: ([pairs]) => ({
      n: pairs.n,
      ...packTests(testPairs(pairs, (correlation) => record.test(correlation))),
    }),
  })
}

/** Tests each pair; what is too short or too large to correlate says so. */
export function testPairs(pairs: MomentsOfFamily, test: (correlation: Correlation) => Test): readonly Test[] {
  return correlations(pairs).map((correlation) => {
    if (correlation.n < 3)
      return { score: NaN, why: `${weightText(correlation.n)} complete rows (needs 3 or more)` }
    if (correlation.unsquarable === 0) return outOfRange('the target')
    return correlation.unsquarable === 1 ? outOfRange('the column') : test(correlation)
  })
}
