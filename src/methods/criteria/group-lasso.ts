import { definePath } from './families/path-ranker.ts'

/**
 * Rewards groups of columns that enter a linear model early while the penalty on their weights falls.
 *
 * J = the greatest λ at which the weight of the column is not 0, as `lasso`, with 1/(2n)·‖y − b − Xw‖² + λ·Σ
 * √p_g ‖θ_g‖ over the groups of the spec (`groups`); a column without a group is one by itself. θ_g are the
 * weights of the columns of a group, each divided by its standard deviation; they are not made orthonormal to
 * one another, so a group of columns that resemble one another enters early. The levels of a categorical
 * column are orthonormal columns of its group. p_g = how many columns a group has that vary. All columns of a
 * group enter together. Without groups it is `lasso`. S3 prints a fused penalty under this name:
 * `fused-lasso:pairs=group`. Yuan and Lin (2006).
 *
 * @example rank(table, { target: 'price', by: [groupLasso()], groups: { size: ['width', 'height'] } })
 */
export const groupLasso = definePath({
  id: 'group-lasso',
  title: 'Group lasso',
  options: {},
  groups: 'given',
  formula: 'max λ with w_j ≠ 0, w = argmin 1/(2n)·‖y − b − Xw‖² + λ·Σ √p_g ‖θ_g‖',
  reference: 'Yuan & Lin 2006',
  penalty: () => ({ kind: 'norms', columns: 0, groups: 1, squares: 0 }),
  ofClasses: () => ({ penalty: { columns: 0, groups: 1, squares: 0 }, hasReference: false }),
})
