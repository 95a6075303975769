import { defineRank } from '../shapes/criterion.ts'
import {
  edgeOptions,
  formsNeeds,
  graphFacts,
  graphScores,
  laplacianRatio,
  neighboursOption,
} from './families/graph.ts'

/**
 * Rewards columns that differ little within a class, and between near rows where a class is missing.
 *
 * J = f̃ᵀLf̃ / f̃ᵀDf̃ as in `laplacian-score`, 0 to 2, low is good. Two rows with a class have an edge of
 * weight 1 if it is the same, and none otherwise; a row without a class has edges to its k nearest rows, and
 * to those that it is near to, of either kind. Their σ is the mean squared length of these edges. A constant
 * column has no score. All rows take part, however few have a class. With all classes known and `self: true`
 * it is `laplacian-score` with `graph: 'class', weights: 'binary'`. `laplacian-score` with `supervised` keeps
 * the graph of neighbours among rows with a class too. After He, Cai and Niyogi (2005).
 *
 * @example rank(table, { target: 'species', by: [semiSupervisedLaplacian()] })
 */
export const semiSupervisedLaplacian = defineRank({
  ...graphFacts,
  id: 'semi-supervised-laplacian',
  title: 'Semi-supervised Laplacian score',
  target: 'classes',
  keepsUnlabelled: () => true,
  better: 'lower',
  units: 'ratio',
  options: {
    k: neighboursOption,
    weights: {
      type: 'choice',
      of: ['heat', 'binary'],
      default: 'heat',
      help: 'the weight of an edge of a row without a class: exp(−d²/σ), or 1',
    },
    ...edgeOptions,
  },
  formula: 'f̃ᵀLf̃ / f̃ᵀDf̃, s_ij = 1 within a class',
  reference: 'after He, Cai & Niyogi 2005',
  needs: (step) => formsNeeds(step, { of: 'labelled', k: step.options.k }, step.options),
  fold: ([forms], step) => graphScores(forms, step, (i) => laplacianRatio(forms, i)),
})
