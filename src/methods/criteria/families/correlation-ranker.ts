import { weightText } from '#core'
import type { MomentsOfFamily, MomentsRequest, OptionTable } from '#core'
import { correlations } from '../../measures/correlation.ts'
import type { Correlation } from '../../measures/correlation.ts'
import { groupsOf, rangeOf, totalRows } from '../../measures/groups-by-class.ts'
import type { Group } from '../../measures/groups-by-class.ts'
import { shapeBound, withDoubt } from '../../measures/law.ts'
import type { Shape } from '../../measures/law.ts'
import { canSquare } from '../../measures/test.ts'
import type { Test } from '../../measures/test.ts'
import { defineRank } from '../../shapes/criterion.ts'
import type { CriterionFacts, RankStep } from '../../shapes/criterion.ts'
import { withDoubtOfClasses } from './class-ranker.ts'
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
    takesGiven: true,
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
function testPairs(pairs: MomentsOfFamily, test: (correlation: Correlation) => Test): readonly Test[] {
  return correlations(pairs).map((correlation, pair) => {
    if (correlation.n < 3) {
      const least = 3 + (pairs.taken?.[pair] ?? 0)
      return { score: NaN, why: `${weightText(pairs.n[pair])} complete rows (needs ${least} or more)` }
    }
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

/**
 * A method that judges the fit of a numeric target on one column: a line on numbers; on a categorical column
 * its levels, one-hot as one group, whose fitted values are the target's means by level.
 */
export function fitRanker<const O extends OptionTable, const Id extends string>(
  record: Omit<CriterionFacts<O>, 'features' | 'target' | 'law'> & {
    readonly id: Id
    line(correlation: Correlation): Test
    levels(groups: readonly Group[]): Test
  },
) {
  return defineRank<O, readonly MomentsRequest[], Id>({
    ...record,
    features: { numeric: 'values', categorical: 'levels' },
    target: 'values',
    takesGiven: true,
    law: { of: 'values', kind: 'student' },
    needs: ({ features, target, view }) => [
      { kind: 'moments', family: { base: [target!], each: numbersOf(features) }, of: 'values', view },
      ...levelsOf(features).map((by): MomentsRequest => ({
        kind: 'moments',
        family: { list: [[target!]] },
        by,
        of: 'values',
        view,
      })),
    ],
    fold: ([pairs, ...byLevel], { features }) => {
      const lines = testPairs(pairs, (correlation) => record.line(correlation))
      const groups = byLevel.map((moments) => groupsOf(moments)[0])
      const rowsOfLevels = groups.map(totalRows)
      const fits = groups.map((level) =>
        isInRange(level)
          ? withDoubtOfClasses(record.levels(level), 'student', level, features.length)
          : outOfRange('the target'),
      )
      // The two kinds of answers go back to the order of the features.
      let line = 0
      let level = 0
      const merged = features.map(({ coding }) =>
        coding ? { n: rowsOfLevels[level], test: fits[level++] } : { n: pairs.n[line], test: lines[line++] },
      )
      return { n: Float64Array.from(merged, ({ n }) => n), ...packTests(merged.map(({ test }) => test)) }
    },
  })
}

function isInRange(groups: readonly Group[]): boolean {
  const { min, max } = rangeOf(groups)
  return groups.length === 0 || canSquare(min, max)
}

function numbersOf(features: RankStep['features']) {
  return features.filter(({ coding }) => !coding)
}

function levelsOf(features: RankStep['features']) {
  return features.filter(({ coding }) => coding)
}
