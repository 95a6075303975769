import { singles } from '#core'
import type { MomentsRequest, OptionsOf, OptionTable } from '#core'
import { groupsOf, rangeOf, squaresOf, totalRows } from '../../measures/groups-by-class.ts'
import type { Group } from '../../measures/groups-by-class.ts'
import { shapeBound, shapeOfClass, withDoubt } from '../../measures/law.ts'
import type { LawKind } from '../../measures/law.ts'
import { canSquare } from '../../measures/test.ts'
import type { Test } from '../../measures/test.ts'
import { defineRank } from '../../shapes/criterion.ts'
import type { CriterionFacts, RankScores, RankStep } from '../../shapes/criterion.ts'
import { outOfRange, packTests } from './tests.ts'

type Facts<O extends OptionTable> = Omit<CriterionFacts<O>, 'features' | 'target' | 'law'>

/** A method that compares the classes of the target by each column's moments within them. */
export function classRanker<const O extends OptionTable, const Id extends string>(
  record: Facts<O> & {
    readonly id: Id
    readonly of: 'values' | 'ranks'
    /** The distribution of its p-value. */
    readonly kind?: LawKind
    /** Σ(t³−t) is of the ranks, 0 for values. */
    test(groups: readonly Group[], ties: number, step: RankStep<OptionsOf<O>>): Test
  },
) {
  const { kind } = record
  return defineRank<O, readonly [MomentsRequest], Id>({
    ...record,
    features: { numeric: 'values', categorical: null },
    target: 'classes',
    ...(kind && { law: { of: record.of, kind } }),
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
    const test = record.test(groups, ties, step)
    return kind ? withDoubtOfClasses(test, kind, groups, step.features.length) : test
  }
}

function foldTests(
  all: readonly (readonly Group[])[],
  test: (groups: readonly Group[], i: number) => Test,
): RankScores {
  const n = Float64Array.from(all, totalRows)
  return { n, ...packTests(all.map(test)) }
}

/** Variances of fewer rows are too uncertain for Welch's law. */
const leastOfClass = 10

/**
 * The test of a variable by class, with its law in doubt where neither the classes nor the range of the
 * variable show that it holds.
 */
export function withDoubtOfClasses(
  test: Test,
  kind: LawKind,
  groups: readonly Group[],
  columns: number,
): Test {
  if (groups.length < 2) return test
  const { between, within } = squaresOf(groups)
  const n = totalRows(groups)
  const mean = groups.reduce((sum, group) => sum + (group.n / n) * group.mean, 0)
  const bound = shapeBound({ n, ...rangeOf(groups), mean, squares: between + within })
  const classes = groups.map((group) => shapeOfClass(group.n / n))
  if (kind === 'welch' && groups.some((group) => group.n < leastOfClass)) return { ...test, law: 'fails' }
  return withDoubt(test, kind, { n, df: groups.length - 1, columns }, [bound], classes)
}

/** Why a class test cannot be made where a class has a single row, in the words of the data. */
export function singleRowClass(
  groups: readonly Group[],
  { classes }: Pick<RankStep, 'classes'>,
): Test | null {
  const lone = groups.find(({ n }) => n <= 1)
  return lone ? { score: NaN, why: `class ${classes[lone.level]} has one row (needs two or more)` } : null
}
