import type { MomentsRequest, OptionTable } from '#core'
import type { Correlation } from '../../measures/correlation.ts'
import { groupsOf, rangeOf, totalRows } from '../../measures/groups.ts'
import type { Group } from '../../measures/groups.ts'
import { canSquare } from '../../measures/test.ts'
import type { Test } from '../../measures/test.ts'
import { defineRank } from '../../shapes/criterion.ts'
import type { CriterionFacts, RankStep } from '../../shapes/criterion.ts'
import { withDoubtOfClasses } from './class-ranker.ts'
import { testPairs } from './correlation-ranker.ts'
import { outOfRange, packTests } from './tests.ts'

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
