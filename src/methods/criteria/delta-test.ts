import { delta, noiseFacts, noiseFold, noiseNeeds, noiseOptions } from './families/noise-tests.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import { distanceOptions } from './families/neighbour-entropies.ts'

/**
 * Rewards sets of columns on which near rows have near targets: what is left is noise.
 *
 * J = δ_{n,k}(S) = 1/(2n) Σ_i (y_i − y_{NN_k(i,S)})², an estimate of the variance of the noise, Euclidean on
 * the columns of S; low is good. On the standard scale it is a share of var(y), 0 to about 1, on `minmax` one
 * of the squared range, on `none` in y²; `inUnits` gives it in squared units of the target (of its ranks), ∞
 * where beyond all numbers. Rows tied at the k-th distance share the place, `ties: 'first'` takes the lowest
 * row; `target: 'rank'` takes the mid-ranks of the target, for heavy tails. `gamma-test` looks at several k.
 * The source sums over the number of variables in one place; its definition 4.1 sums over the n rows, as
 * here. Pi and Peterson (1994).
 *
 * @example score(table, { target: 'yield', features: ['heat', 'time'], by: [deltaTest({ k: 3 })] })
 */
export const deltaTest = defineSubset({
  ...noiseFacts,
  id: 'delta-test',
  title: 'Delta test',
  options: {
    k: distanceOptions.k,
    ...noiseOptions,
  },
  formula: 'δ = 1/(2n) Σ (y_i − y_NN(i))²',
  reference: 'Pi & Peterson 1994',
  needs: (step) => noiseNeeds(step, step.options.k),
  fold: (answers, { options }) =>
    noiseFold(answers, options.ties, options.k, (nearest, i) => ({
      noise: delta(nearest, i, options.k),
    })),
})
