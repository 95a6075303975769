import { termOptions } from './families/neighbour-terms.ts'
import { addLinear, definePairwise, linearScores, plus, weightOf } from './families/pairwise-criterion.ts'

/**
 * Rewards columns with information about the target that each selected column lacks.
 *
 * J(X_k) = I(X_k;Y) + β Σ_j I(X_k;Y|X_j), in bits, 0 or more, over the selected X_j; β is one over their
 * number unless given; I(X_k;Y) where nothing is selected. `relevance: 'none'` leaves out the first term, and
 * with the mean is then `jmi` in another form. A copy of a selected column keeps the term of itself; a
 * constant column has 0. Redundancy and synergy, β Σ_j I(X_j;X_k) and β Σ_j I(X_j;X_k|Y), are what the sum is
 * made of besides β Σ_j I(X_k;Y). Nguyen, Chan, Romano and Bailey (2014).
 *
 * @example select(table, { target: 'y', criterion: gmi({ relevance: 'none' }), k: 10 })
 */
export const gmi = definePairwise({
  id: 'gmi',
  title: 'Global mutual information',
  options: {
    beta: { type: 'weight', default: '1/s', help: 'weight of Σ I(X_k;Y|X_j); 1/s makes a mean' },
    relevance: {
      type: 'choice',
      of: ['mi', 'none'],
      default: 'mi',
      help: 'whether I(X_k;Y) is added, or only what is told beside the selected columns counts',
    },
    ...termOptions,
  },
  formula: 'J = I(X_k;Y) + β Σ I(X_k;Y|X_j)',
  reference: 'Nguyen et al. 2014',
  isConditional: () => true,
  byNeighbours: () => ['redundancy', 'conditional', 'given'],
  add: (sums, terms) => ({ ...addLinear(sums, terms), given: plus(sums['given'], terms.given) }),
  score: (relevance, sums, size, { beta: weight, relevance: alone }) => {
    const beta = weightOf(weight, size)
    const { redundancy, synergy } = linearScores(relevance, sums, { beta, gamma: beta })
    const score = sums['given'].map((sum, k) => (alone === 'mi' ? relevance[k] : 0) + beta * sum)
    return { score, redundancy, synergy }
  },
})
