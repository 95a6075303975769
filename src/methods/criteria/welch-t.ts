import { welchT as test } from '../measures/groups-by-class.ts'
import { byOption } from '../shapes/criterion.ts'
import { classRanker, singleRowClass } from './families/class-ranker.ts'

/**
 * Rewards columns whose two class means lie far apart, each class with its own spread.
 *
 * J = (μ₁−μ₂)/√(s₁²/n₁+s₂²/n₂), signed, first level minus second in sorted order; p from t with
 * Satterthwaite's degrees of freedom, two-sided. A constant column gives 0, one that is constant within both
 * classes but differs between them ±∞; a class of one row has no variance, so there is no score. Degrees of
 * freedom differ between columns: `by=p` ranks by the p-value. `t-test` pools the spreads; `welch-anova`
 * takes more classes. Welch (1947).
 *
 * @example rank(table, { target: 'diagnosis', by: [welchT()] })
 */
export const welchT = classRanker({
  id: 'welch-t',
  title: "Welch's t of two classes",
  of: 'values',
  kind: 'welch',
  twoClasses: true,
  better: 'higher',
  signed: true,
  units: 't',
  pValue: 't(Satterthwaite), two-sided',
  options: { by: byOption },
  formula: 't = (μ₁−μ₂) / √(s₁²/n₁+s₂²/n₂)',
  reference: 'Welch 1947',
  test: (groups, _, step) => singleRowClass(groups, step) ?? test(groups),
})
