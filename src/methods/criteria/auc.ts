import { countLevels, permuteVariable, singles } from '#core'
import type { MomentsRequest, Variable } from '#core'
import { groupsOf, totalRows } from '../measures/groups-by-class.ts'
import type { Group } from '../measures/groups-by-class.ts'
import { areaUnderCurve, rankSum } from '../measures/rank-tests.ts'
import type { Test } from '../measures/test.ts'
import { defineRank } from '../shapes/criterion.ts'
import type { RankStep } from '../shapes/criterion.ts'
import { withDoubtOfClasses } from './families/class-ranker.ts'
import { packTests } from './families/tests.ts'

/**
 * Rewards columns whose values, taken as a score, put the rows of one class above those of the other.
 *
 * J = 2·AUC − 1, AUC = P(X₁ > X₀) + ½P(X₁ = X₀) over a row of either class, X₁ of the second level in sorted
 * order: −1 to 1, signed; p of `wilcoxon`, of which it is a function. Of more classes the mean of |2·AUC − 1|
 * over all pairs of them, each over the rows of the pair, 0 to 1; p by permutation. A constant column gives
 * 0. Hand and Till (2001).
 *
 * @example rank(table, { target: 'diagnosis', by: [auc()] })
 */
export const auc = defineRank({
  id: 'auc',
  title: 'Area under the ROC curve of one column',
  features: { numeric: 'values', categorical: null },
  target: 'classes',
  better: 'higher',
  signed: true,
  units: '2·AUC − 1',
  pValue: 'of two classes that of wilcoxon',
  hasLaw: (target) => isTwoClasses(target),
  law: { of: 'ranks', kind: 'normal' },
  options: {},
  formula: '2·AUC − 1 = 2·P(X₁>X₀) + P(X₁=X₀) − 1; more classes: mean |2·AUC − 1| over pairs',
  reference: 'Hand & Till 2001',
  needs: ({ features, target, view }): readonly MomentsRequest[] =>
    pairsOfClasses(target!).map((by) => ({
      kind: 'moments',
      family: singles(features),
      by,
      of: 'ranks',
      view,
    })),
  fold: (answers, { features, target }) => {
    const ofPairs = answers.map((moments) => ({ groups: groupsOf(moments), ties: moments.ties }))
    const each = features.map((_, i) => {
      const pairs = ofPairs.map(({ groups, ties }) => ({ groups: groups[i], ties: ties[i] }))
      return isTwoClasses(target!) ? ofTwo(pairs[0], features.length) : ofMore(pairs)
    })
    const { pValue, pFrom, ...tests } = packTests(each)
    return {
      n: Float64Array.from(each, ({ n }) => n),
      ...tests,
      ...(isTwoClasses(target!) && { pValue, pFrom }),
    }
  },
})

/** The classes of a pair with rows, and Σ(t³−t) of the ranks among them. */
interface RankedPair {
  readonly groups: readonly Group[]
  readonly ties: number
}

interface Area extends Test {
  readonly n: number
}

function ofTwo({ groups, ties }: RankedPair, columns: number): Area {
  const n = totalRows(groups)
  if (groups.length < 2) return { n, score: 0, pValue: 1, why: 'only one class has rows' }
  const test = withDoubtOfClasses(rankSum(groups, ties), 'normal', groups, columns)
  return { ...test, n, score: areaUnderCurve(groups) }
}

function ofMore(pairs: readonly RankedPair[]): Area {
  // Every class stands in one pair with each other class.
  const classes = (1 + Math.sqrt(1 + 8 * pairs.length)) / 2
  const n = pairs.reduce((sum, { groups }) => sum + totalRows(groups), 0) / (classes - 1)
  const areas = pairs.filter(({ groups }) => groups.length === 2).map(({ groups }) => areaUnderCurve(groups))
  if (areas.length === 0) return { n, score: 0, why: 'only one class has rows' }
  return { n, score: areas.reduce((sum, area) => sum + Math.abs(area), 0) / areas.length }
}

function isTwoClasses({ coding }: Variable): boolean {
  return countLevels(coding!) <= 2
}

/** The target with two of its classes, for each pair of them: rows of other classes then have no value. */
function pairsOfClasses(target: NonNullable<RankStep['target']>): readonly Variable[] {
  const { coding, permuted } = target
  if (isTwoClasses(target)) return [target]
  if (coding?.kind !== 'levels') throw new TypeError('auc compares classes, which are levels')
  const { levels } = coding
  return levels.flatMap((second, b) =>
    levels.slice(0, b).map((first) => {
      const pair: Variable = { column: target.column, coding: { kind: 'levels', levels: [first, second] } }
      return permuted ? permuteVariable(pair, permuted) : pair
    }),
  )
}
