import { definePath } from './families/path-ranker.ts'

/**
 * Rewards columns that enter a linear model early while the penalty on its weights falls.
 *
 * For each penalty λ the weights minimise 1/(2n)·‖y − b − Xw‖² + λ·Σ √p_j ‖θ_j‖. θ_j = w_j s_j for a number,
 * s_j its standard deviation over n. The levels of a categorical column enter together, as p_j orthonormal
 * columns, one less than its levels, so no level is a reference. J = the greatest λ at which the weight is
 * not 0, in units of the target; 0 where it always is. Of columns that enter at the same λ the one with the
 * greater size comes first. The path has 100 penalties, from the one that lets no column in to a thousandth
 * of it. `select` takes the columns of the penalty that `choose` names on held-out rows. From knot to knot on
 * the matrix of products, and by coordinate descent where levels enter together, to a duality gap of 1e-12 of
 * the target's variance; the result gives the gap.
 * Rows that lack a value are left out. `elastic-net` keeps columns that resemble one another together.
 * Tibshirani (1996); Yuan and Lin (2006); Osborne, Presnell and Turlach (2000); Friedman, Hastie and
 * Tibshirani (2010).
 *
 * @example rank(table, { target: 'price', by: [lasso()] })
 */
export const lasso = definePath({
  id: 'lasso',
  title: 'Lasso',
  options: {},
  formula: 'max λ with w_j ≠ 0, w = argmin 1/(2n)·‖y − b − Xw‖² + λ·Σ √p_j ‖θ_j‖',
  reference: 'Tibshirani 1996; Yuan & Lin 2006',
  penalty: () => ({ kind: 'norms', columns: 1, groups: 0, squares: 0 }),
  ofClasses: () => ({ penalty: { columns: 1, groups: 0, squares: 0 }, hasReference: false }),
})
