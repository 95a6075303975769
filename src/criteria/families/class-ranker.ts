import { groupsOf, rangeOf, totalRows } from '../../measures/groups.ts'
import { canSquare } from '../../measures/test.ts'
import type { Group } from '../../measures/groups.ts'
import type { Test } from '../../measures/test.ts'
import type { OptionTable, OptionsOf } from '../../spec/options.ts'
import { singles } from '../../statistics/family.ts'
import type { MomentsRequest } from '../../statistics/request.ts'
import { defineRank } from '../criterion.ts'
import { outOfRange, packTests } from './tests.ts'
import type { CriterionFacts, RankScores, RankStep } from '../criterion.ts'

type Facts<O extends OptionTable> = Omit<CriterionFacts<O>, 'features' | 'target'>

/** A method that compares the classes of the target by each column's moments within them. */
export function classRanker<const O extends OptionTable, const Id extends string>(
  record: Facts<O> & {
    readonly id: Id
    readonly of: 'values' | 'ranks'
    /** Σ(t³−t) is of the ranks, 0 for values. */
    test(groups: readonly Group[], ties: number, step: RankStep<OptionsOf<O>>): Test
  },
) {
  return defineRank<O, readonly [MomentsRequest], Id>({
    ...record,
    features: { numeric: 'values', categorical: null },
    target: 'classes',
    needs: ({ features, target, view }) => [
      { kind: 'moments', family: singles(features), by: target!, of: record.of, view },
    ],
    fold: ([moments], step) =>
      foldTests(groupsOf(moments), (groups, i) => testGroups(groups, moments.ties[i], step)),
  })

  function testGroups(groups: readonly Group[], ties: number, step: RankStep<OptionsOf<O>>): Test {
    const { min, max } = rangeOf(groups)
    if (record.of === 'values' && groups.length > 0 && !canSquare(min, max)) return outOfRange('the column')
    if (record.twoClasses && groups.length < 2) return { score: 0, pValue: 1, why: 'only one class has rows' }
    return record.test(groups, ties, step)
  }
}

function foldTests(
  all: readonly (readonly Group[])[],
  test: (groups: readonly Group[], i: number) => Test,
): RankScores {
  const n = Float64Array.from(all, totalRows)
  return { n, ...packTests(all.map(test)) }
}

/** Why a class test cannot be made where a class has a single row, in the words of the data. */
export function singleRowClass(
  groups: readonly Group[],
  { classes }: Pick<RankStep, 'classes'>,
): Test | null {
  const lone = groups.find(({ n }) => n <= 1)
  return lone ? { score: NaN, why: `class ${classes[lone.level]} has one row (needs two or more)` } : null
}
