import { defineRank } from '../shapes/criterion.ts'
import { edgeOptions, formsNeeds, graphFacts, graphScores, neighboursOption } from './families/graph.ts'

/**
 * Rewards columns of the set whose squares between classes, or far rows, are greatest for those within
 * classes, or near rows.
 *
 * The set S of `columns` columns with the greatest λ = Σ_S b / Σ_S w, exact: λ is raised until the columns
 * with the greatest b − λw stay the same. J = b − λw at that λ, so the first `columns` of the ranking are the
 * optimum, and their J sum to 0; `select` takes so many by default. `style: 'fisher'`: b and w are the
 * squares between and within classes. `'laplacian'`: w = f̃ᵀLf̃, b = f̃ᵀDf̃ on the graph of the k nearest
 * rows with weights exp(−d²/σ); it needs no target. J is in squared units of the scale. A constant column has
 * no score. One column with `fisher` is the best by the `fisher` score; those are scored one by one, here as
 * a set. Nie, Xiang, Jia, Zhang and Yan (2008).
 *
 * @example rank(table, { target: 'species', by: [traceRatio({ columns: 5 })] })
 */
export const traceRatio = defineRank({
  ...graphFacts,
  id: 'trace-ratio',
  title: 'Trace ratio',
  target: 'classes',
  reads: ({ style }) => ({ ...graphFacts, target: style === 'fisher' ? 'classes' : null }),
  keepsUnlabelled: ({ style }) => style === 'laplacian',
  cut: ({ columns }) => `top:${columns}`,
  better: 'higher',
  units: 'squared units of the scale',
  options: {
    columns: {
      type: 'whole',
      min: 1,
      default: 10,
      help: 'how many columns the set has; where there are fewer, all',
    },
    style: {
      type: 'choice',
      of: ['fisher', 'laplacian'],
      default: 'fisher',
      help: 'squares between and within classes, or of the graph of the nearest rows',
    },
    k: { ...neighboursOption, only: { style: ['laplacian'] } },
    sigma: { ...edgeOptions.sigma, only: { style: ['laplacian'] } },
    self: { ...edgeOptions.self, only: { style: ['laplacian'] } },
    scale: edgeOptions.scale,
  },
  formula: 'b − λw, λ = max_S Σ_S b / Σ_S w',
  reference: 'Nie, Xiang, Jia, Zhang & Yan 2008',
  needs: (step) => {
    const { style, k } = step.options
    return style === 'fisher'
      ? formsNeeds(step, { of: 'class' }, { ...step.options, weights: 'class' })
      : formsNeeds(step, { of: 'knn', k, supervised: false }, { ...step.options, weights: 'heat' })
  },
  fold: ([forms], step) => {
    const { columns, style } = step.options
    const { squares, roughness } = forms
    // D is the identity on the class graph, so the squares of a column are all its squares.
    const between = style === 'fisher' ? squares.map((all, i) => Math.max(0, all - roughness[i])) : squares
    const varies = Array.from(squares, (all) => all > 0)
    const multiplier = traceMultiplier(between, roughness, varies, columns)
    return graphScores(forms, step, (i) => between[i] - multiplier * roughness[i])
  },
})

/**
 * The λ by which b − λw puts the `size` members with the greatest Σ b / Σ w first, among those that may be in
 * the set. Each round takes the members with the greatest b − λw, and raises λ to their ratio: it rises until
 * the set stays the same, and then no set has a greater one (Dinkelbach 1967). Where the w of the best set
 * are all 0 its ratio is infinite, and λ the last one that found it.
 */
function traceMultiplier(
  b: ArrayLike<number>,
  w: ArrayLike<number>,
  mayJoin: readonly boolean[],
  size: number,
): number {
  const members = Array.from(mayJoin.keys()).filter((i) => mayJoin[i])
  const ratioOf = (set: readonly number[]) => {
    const within = set.reduce((sum, i) => sum + w[i], 0)
    return within > 0 ? set.reduce((sum, i) => sum + b[i], 0) / within : Infinity
  }
  let multiplier = ratioOf(members)
  // Without any w the order is that of b.
  if (multiplier === Infinity) return 0
  for (;;) {
    const score = (i: number) => b[i] - multiplier * w[i]
    const ratio = ratioOf(members.toSorted((i, j) => score(j) - score(i) || i - j).slice(0, size))
    if (!(ratio > multiplier) || ratio === Infinity) return multiplier
    multiplier = ratio
  }
}
