import { pooledT } from '../measures/groups-by-class.ts'
import { classRanker } from './families/class-ranker.ts'

/**
 * Rewards columns whose two class means lie far apart, the classes taken to spread alike.
 *
 * J = (μ₁−μ₂)/√(s²(1/n₁+1/n₂)), s² pooled, signed, first level minus second in sorted order; p from t_{n−2},
 * two-sided. A constant column gives 0. Its square is `anova-f`; `welch-t` does without equal spreads.
 * Student (1908).
 *
 * @example rank(table, { target: 'diagnosis', by: [tTest()] })
 */
export const tTest = classRanker({
  id: 't-test',
  title: "Student's t of two classes",
  of: 'values',
  kind: 'student',
  twoClasses: true,
  better: 'higher',
  signed: true,
  units: 't',
  pValue: 't(n−2), two-sided',
  options: {},
  formula: 't = (μ₁−μ₂) / √(s²(1/n₁+1/n₂))',
  reference: 'Student 1908',
  test: (groups) => pooledT(groups),
})
