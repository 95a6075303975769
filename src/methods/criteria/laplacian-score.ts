import { defineRank } from '../shapes/criterion.ts'
import {
  graphFacts,
  graphNeeds,
  graphOptions,
  graphScores,
  hasUnlabelled,
  laplacianRatio,
  readsGraph,
} from './families/graph.ts'

/**
 * Rewards columns that differ little between near rows for how much they vary: they keep the local structure
 * of the data.
 *
 * J = f̃ᵀLf̃ / f̃ᵀDf̃ on a graph of the rows, 0 to 2, low is good; about 1 for a column whose order has
 * nothing to do with the graph. S holds the weights of the edges, D_ii = Σ_j s_ij, L = D − S, f̃ = f −
 * fᵀD1/1ᵀD1. Distances are Euclidean over all columns, so columns that many others follow score well. `graph:
 * 'knn'` needs no target; all rows tied at the k-th distance have an edge. ε is by default the least that
 * connects all rows. A constant column has no score. `supervised` drops edges between classes; rows without a
 * class keep theirs, and take part. With `graph: 'class', weights: 'class'` J = 1/(1+F), F the `fisher`
 * score; S2 has 1/(F−1). `self: true` gives the values of scikit-feature's lap_score.
 * `semi-supervised-laplacian` connects all rows of a class. He, Cai and Niyogi (2005).
 *
 * @example rank(table, { by: [laplacianScore({ k: 10 })] })
 */
export const laplacianScore = defineRank({
  ...graphFacts,
  id: 'laplacian-score',
  title: 'Laplacian score',
  target: null,
  reads: readsGraph,
  keepsUnlabelled: hasUnlabelled,
  cut: 'above:1',
  better: 'lower',
  units: 'ratio',
  options: graphOptions,
  formula: 'f̃ᵀLf̃ / f̃ᵀDf̃',
  reference: 'He, Cai & Niyogi 2005',
  needs: graphNeeds,
  fold: ([forms], step) => graphScores(forms, step, (i) => laplacianRatio(forms, i)),
})
