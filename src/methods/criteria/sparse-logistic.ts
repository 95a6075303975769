import { definePath } from './families/path-ranker.ts'

/**
 * Rewards columns that enter a logistic regression early while the penalty on its weights falls.
 *
 * For each penalty λ the weights minimise mean −log p(y|x) + λ·Σ_c Σ_j √p_j ‖θ_cj‖, natural logarithms,
 * p(c|x) ∝ exp(b_c + x·w_c): the `lasso` of classes. Two classes have one list of weights, that of the second
 * class; more have one each, or with `reference: 'last'` none for the last, as SMLR was published. λ =
 * 1/(n·C) of implementations that name a C. θ, levels, ties and choice as `lasso`; J = the greatest λ at
 * which a weight of the column is not 0. Proximal Newton steps over the columns in the model, to a duality
 * gap of 1e-10 of the loss without columns; the path ends where a thousandth of that loss is left.
 * Krishnapuram and others (2005); Friedman, Hastie and Tibshirani (2010).
 *
 * @example rank(table, { target: 'species', by: [sparseLogistic({ reference: 'last' })] })
 */
export const sparseLogistic = definePath({
  id: 'sparse-logistic',
  title: 'Sparse logistic regression',
  options: {
    reference: {
      type: 'choice',
      of: ['none', 'last'],
      default: 'none',
      help: 'which class has no weights, of more than two: none, or the last one, as published',
    },
  },
  formula: 'max λ with w_j ≠ 0, w = argmin mean −log p(y|x) + λ·Σ_c Σ_j √p_j ‖θ_cj‖',
  reference: 'Krishnapuram et al. 2005; Friedman, Hastie & Tibshirani 2010',
  ofClasses: ({ reference }) => ({
    penalty: { columns: 1, groups: 0, squares: 0 },
    hasReference: reference === 'last',
  }),
})
