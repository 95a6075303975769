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
 * Rewards columns that change little along a graph of the rows, which keep its clusters.
 *
 * `form: 'phi1'`: J = φ₁ = f̂ᵀℒf̂ = fᵀLf / fᵀDf, f̂ = D^½f/‖D^½f‖, ℒ the normalised Laplacian; it depends on
 * where the zero of a column is, on the standard scale at its mean. `form: 'phi2'`: φ₂ = φ₁/(1 − (f̂ᵀξ₁)²),
 * ξ₁ = D^½1/‖D^½1‖, without the part of f that is constant on the graph: that is `laplacian-score` on the
 * same graph. Both 0 to 2, low is good. φ₃ needs eigenvectors of ℒ and is not offered. By default all pairs
 * of rows have an edge of weight exp(−d²/σ); `laplacian-score` takes near rows. A constant column has no
 * score. scikit-feature's are `form=phi1,scale=none,sigma=1,self=true` and the same with phi2, but it sorts
 * them in the wrong direction. Zhao and Liu (2007).
 *
 * @example rank(table, { by: [spec({ form: 'phi1' })] })
 */
export const spec = defineRank({
  ...graphFacts,
  id: 'spec',
  title: 'SPEC',
  target: null,
  reads: readsGraph,
  keepsUnlabelled: hasUnlabelled,
  cut: 'above:1',
  better: 'lower',
  units: 'ratio',
  options: {
    form: {
      type: 'choice',
      of: ['phi2', 'phi1'],
      default: 'phi2',
      help: 'without the part of a column that is constant on the graph (phi2), or with it (phi1)',
    },
    ...graphOptions,
    graph: {
      type: 'choice',
      of: ['complete', 'knn', 'epsilon', 'class'],
      default: 'complete',
      help: 'which rows have an edge: all, the nearest, those at most epsilon apart, or those of one class',
    },
    supervised: { ...graphOptions.supervised, only: { graph: ['complete', 'knn', 'epsilon'] } },
    self: { ...graphOptions.self, only: { graph: ['complete', 'knn', 'epsilon'] } },
  },
  formula: 'φ₂ = φ₁/(1 − (f̂ᵀξ₁)²), φ₁ = f̂ᵀℒf̂',
  reference: 'Zhao & Liu 2007',
  needs: graphNeeds,
  fold: ([forms], step) =>
    graphScores(forms, step, (i) => {
      if (step.options.form === 'phi2') return laplacianRatio(forms, i)
      const { roughness, squares, mean, degree } = forms
      return roughness[i] / (squares[i] + degree * mean[i] * mean[i])
    }),
})
