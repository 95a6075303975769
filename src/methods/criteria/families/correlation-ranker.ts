import { weightText } from '#core'
import type { MomentsOfFamily, MomentsRequest, OptionTable } from '#core'
import { correlations } from '../../measures/correlation.ts'
import type { Correlation } from '../../measures/correlation.ts'
import { shapeBound, withDoubt } from '../../measures/law.ts'
import type { Shape } from '../../measures/law.ts'
import type { Test } from '../../measures/test.ts'
import { defineRank } from '../../shapes/criterion.ts'
import type { CriterionFacts } from '../../shapes/criterion.ts'
import { outOfRange, packTests } from './tests.ts'

/** A method that is a function of the correlation of each column with a numeric target. */
export function correlationRanker<const O extends OptionTable, const Id extends string>(
  record: Omit<CriterionFacts<O>, 'features' | 'target' | 'law'> & {
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
    law: { of: record.of, kind: 'student' },
    fold: ([pairs]) => ({
      n: pairs.n,
      ...packTests(testPairs(pairs, (correlation) => record.test(correlation))),
    }),
  })
}

/** Tests each pair; what is too short or too large to correlate says so. */
export function testPairs(pairs: MomentsOfFamily, test: (correlation: Correlation) => Test): readonly Test[] {
  return correlations(pairs).map((correlation, pair) => {
    if (correlation.n < 3)
      return { score: NaN, why: `${weightText(correlation.n)} complete rows (needs 3 or more)` }
    if (correlation.unsquarable === 0) return outOfRange('the target')
    if (correlation.unsquarable === 1) return outOfRange('the column')
    const [target, column] = [boundOf(pairs, pair, 0), boundOf(pairs, pair, 1)]
    const size = { n: correlation.n, df: 1, columns: pairs.members }
    return withDoubt(test(correlation), 'student', size, [target], [column])
  })
}

/** Bounds of the shape of a variable of a pair. */
function boundOf(pairs: MomentsOfFamily, pair: number, variable: number): Shape {
  const at = 2 * pair + variable
  const squares = pairs.comoment[4 * pair + 3 * variable]
  return shapeBound({
    n: pairs.n[pair],
    min: pairs.min[at],
    max: pairs.max[at],
    mean: pairs.mean[at],
    squares,
  })
}
