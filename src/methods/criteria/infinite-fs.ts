import { CribaError, singles } from '#core'
import type { MomentsOfFamily, MomentsRequest } from '#core'
import { minMax } from '../measures/affinities.ts'
import { infinitePaths, matrixProduct, perronOf } from '../measures/perron.ts'
import { correlations } from '../measures/correlation.ts'
import { canSquare } from '../measures/test.ts'
import { defineRank } from '../shapes/criterion.ts'
import type { RankStep } from '../shapes/criterion.ts'
import { pairsOfSets } from './families/pairs-of-sets.ts'
import { outOfRange } from './families/tests.ts'

/** The most columns: two matrices of so many squared are kept, 256 MB of numbers. */
const mostColumns = 4000
/** The most columns with missing values, of which each pair is ranked by itself. */
const mostColumnsWithGaps = 500

/**
 * Rewards columns that vary much and resemble few others, and those beside them. It looks at no target.
 *
 * J = row sums of (I − rA)⁻¹ − I = Σ_{k≥1} (rA)^k, r = 0.9/λ, λ the greatest eigenvalue: the weight of all
 * paths from a column through the others, of any length, 0 to ∞. A_ij = α·max(σ_i,σ_j) + (1−α)(1−|ρ_ij|),
 * Spearman's ρ, the maxima from 0 for the least to 1 for the greatest: they depend on the units, so columns
 * are better standardised first. The authors' programs have 0.99 for 0.9, or α on the other side. σ is over
 * the rows of a column, ρ over those of the pair; pairs of fewer than three rows count as unlike. Copies tie;
 * a constant column is no node, and has 0. Memory grows with the square of the number of columns.
 * `eigenvector-centrality` looks at classes too. Roffo, Melzi and Cristani (2015).
 *
 * @example rank(table, { by: [infiniteFs({ alpha: 0.2 })] })
 */
export const infiniteFs = defineRank({
  id: 'infinite-fs',
  title: 'Infinite feature selection',
  features: { numeric: 'values', categorical: null },
  target: null,
  joint: true,
  pairwise: true,
  better: 'higher',
  units: 'weight of paths',
  options: {
    alpha: {
      type: 'number',
      min: 0,
      max: 1,
      default: 0.5,
      help: 'how much standard deviations count, unlikeness the rest',
    },
  },
  formula: '((I − rA)⁻¹ − I)·1, A_ij = α·max(σ_i,σ_j) + (1−α)(1−|ρ_ij|), r = 0.9/λ',
  reference: 'Roffo, Melzi & Cristani 2015',
  needs: (step): readonly MomentsRequest[] => {
    const { features, gaps, view } = step
    refuseTooMany(step)
    const list = gaps ? pairList(step) : [features]
    return [
      { kind: 'moments', family: singles(features), of: 'values', view },
      ...(list.length > 0 ? [{ kind: 'moments', family: { list }, of: 'ranks', view } as const] : []),
    ]
  },
  fold: ([alone, together]: readonly MomentsOfFamily[], step) => {
    const { n, min, max, comoment } = alone
    const why = Array.from(n, (rows, i) => {
      if (rows === 0) return 'no row used has a value of it'
      return canSquare(min[i], max[i]) ? undefined : outOfRange('the column').why
    })
    const nodes = [...n.keys()].filter((i) => why[i] === undefined && min[i] < max[i])
    const { alpha } = step.options
    const s = minMax(Float64Array.from(nodes, (i) => Math.sqrt(comoment[i] / n[i])))
    const likeness = step.gaps ? likenessOfPairs(together, step) : likenessOfAll(together)
    const width = nodes.length
    const matrix = new Float64Array(width * width)
    for (let i = 0; i < width; i++) {
      for (let j = 0; j <= i; j++) {
        const rho = i === j ? 1 : likeness(nodes[i], nodes[j])
        matrix[i * width + j] = matrix[j * width + i] = alpha * Math.max(s[i], s[j]) + (1 - alpha) * (1 - rho)
      }
    }
    const product = matrixProduct(matrix, width)
    const paths = infinitePaths(product, perronOf(product, width), width)
    const score = Float64Array.from(n, (_, i) => (why[i] === undefined ? 0 : NaN))
    nodes.forEach((i, node) => (score[i] = paths[node]))
    return { n, score, why }
  },
})

/** |ρ| of two columns, by their places. */
type Likeness = (i: number, j: number) => number

/** |ρ| from the co-moments of all columns. */
function likenessOfAll({ width, comoment }: MomentsOfFamily): Likeness {
  const deviation = Float64Array.from({ length: width }, (_, i) => Math.sqrt(comoment[i * width + i]))
  return (i, j) => Math.min(1, Math.abs(comoment[i * width + j]) / (deviation[i] * deviation[j]))
}

/** |ρ| of pairs, each over its own rows. */
function likenessOfPairs(pairs: MomentsOfFamily | undefined, step: Pick<RankStep, 'features'>): Likeness {
  const width = step.features.length
  const found = new Float64Array(width * width)
  const { first, second } = pairsOfFeatures(step)
  if (pairs) {
    correlations(pairs).forEach(({ n, rho }, pair) => {
      found[first[pair] * width + second[pair]] = n < 3 ? 0 : Math.abs(rho)
    })
  }
  return (i, j) => Math.max(found[i * width + j], found[j * width + i])
}

function pairList(step: Pick<RankStep, 'features'>) {
  const { variables, first, second } = pairsOfFeatures(step)
  return first.map((i, pair) => [variables[i], variables[second[pair]]])
}

function pairsOfFeatures({ features }: Pick<RankStep, 'features'>) {
  return pairsOfSets({ of: features, sizes: [1, 2] })
}

function refuseTooMany({ features, gaps }: Pick<RankStep, 'features' | 'gaps'>): void {
  const most = gaps ? mostColumnsWithGaps : mostColumns
  if (features.length <= most) return
  const remedy = gaps ? 'missing values are ranked pair by pair: fill or leave out some' : 'leave out some'
  throw new CribaError(
    'unsuitable',
    `unsuitable columns for infinite-fs: ${features.length} (at most ${most}, as it keeps a number for each pair; ${remedy})`,
  )
}
