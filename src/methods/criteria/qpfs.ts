import { CribaError, firstFew } from '#core'
import type { Answer, Entropies, MomentsOfFamily, Request } from '#core'
import { canSquare } from '../measures/test.ts'
import { defineRank } from '../shapes/criterion.ts'
import type { RankStep } from '../shapes/criterion.ts'
import { correlationNeeds, correlationTerms, pairsOfSets } from './families/pairs-of-sets.ts'
import type { PairsOfSets } from './families/pairs-of-sets.ts'
import { matrixFold, matrixNeeds } from './families/pair-matrices.ts'
import { quadraticWeights } from './families/quadratic-weights.ts'
import type { QuadraticProblem } from './families/quadratic-weights.ts'

/**
 * Rewards columns of the mixture with the most information on the target for the redundancy among its
 * columns.
 *
 * J = z of min ½(1−α)zᵀQz − αfᵀz, z ≥ 0, Σz = 1: a weight for each column, many of them 0, those by αf −
 * (1−α)Qz. f_i = I(X_i;Y), Q_ij = I(X_i;X_j), Q_ii = H(X_i), or with `similarity: 'correlation'` |ρ|, 1 on
 * the diagonal and a target of numbers; over the rows complete in all columns. α balances relevance with
 * redundancy: by default q̄/(q̄+f̄), the mean of Q over that of both; max zᵀf − βzᵀQz is the same with β =
 * (1−α)/(2α). Negative eigenvalues of Q count as 0, with a warning. `conditional: γ` adds γzᵀCz, C_ij =
 * I(X_i;X_j|Y), to what is rewarded; then there may be several optima: it takes the best that descents from
 * every column and from the best pairs lead to, and says so. Copies share their weight, constant columns have
 * none. With Q_ii = 0 the best single column would take all. `mrmr` goes column by column instead,
 * `spectral-cmi` has no constraint on the sum. Rodríguez-Luján, Huerta, Elkan and Santa Cruz (2010).
 *
 * @example rank(table, { target: 'y', by: [qpfs({ alpha: 0.5 })] })
 */
export const qpfs = defineRank({
  id: 'qpfs',
  title: 'Quadratic programming feature selection',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  reads: ({ similarity }) =>
    similarity === 'correlation'
      ? { features: { numeric: 'values', categorical: null }, target: 'values' }
      : { features: { numeric: 'levels', categorical: 'levels' }, target: 'levels' },
  joint: true,
  pairwise: true,
  better: 'higher',
  units: 'weight',
  stop: 'gain:0',
  options: {
    similarity: {
      type: 'choice',
      of: ['mutual-information', 'correlation'],
      default: 'mutual-information',
      help: 'information of levels, or |ρ| of numbers',
    },
    alpha: {
      type: 'share',
      default: 'auto',
      help: 'how much relevance counts, redundancy the rest; auto: as much as balances both',
    },
    conditional: {
      type: 'number',
      min: 0,
      default: 0,
      help: 'how much counts what pairs tell of each other given the target',
      only: { similarity: ['mutual-information'] },
    },
  },
  formula: 'z: min ½(1−α)zᵀQz − αfᵀz, z ≥ 0, Σz = 1',
  reference: 'Rodríguez-Luján, Huerta, Elkan & Santa Cruz 2010',
  needs: (step): readonly Request[] => {
    const { features, target, view, options } = step
    if (options.similarity !== 'correlation') return matrixNeeds(step, options.conditional > 0)
    return step.gaps
      ? correlationNeeds(allPairs(step), target!, view)
      : [{ kind: 'moments', family: { list: [[target!, ...features]] }, of: 'values', view }]
  },
  fold: (answers: readonly Answer[], step) => {
    const { similarity, alpha, conditional } = step.options
    return quadraticWeights(weighedOf(), alpha, conditional)

    function weighedOf(): QuadraticProblem {
      if (similarity !== 'correlation') {
        return matrixFold(answers as readonly Entropies[], step, conditional > 0)
      }
      const moments = answers as readonly MomentsOfFamily[]
      return step.gaps ? correlatedInPairs(moments, step) : correlated(moments[0], step)
    }
  },
})

/** |ρ| with the target and among the columns; 0 of a constant one. */
function allPairs({ features }: Pick<RankStep, 'features'>): PairsOfSets {
  return pairsOfSets({ of: features, sizes: [1, 2] })
}

/** |ρ| of columns with gaps: each over the rows complete in its own two. */
function correlatedInPairs(
  answers: readonly MomentsOfFamily[],
  step: Pick<RankStep, 'features' | 'names' | 'targetName'>,
): QuadraticProblem {
  const pairs = allPairs(step)
  const { n, relevance, redundancy: shared, unsquarable } = correlationTerms(answers, pairs)
  refuseUnsquarable([step.targetName, ...step.names].filter((_, i) => unsquarable.has(i - 1)))
  const d = step.features.length
  const redundancy = new Float64Array(d * d)
  for (let i = 0; i < d; i++) redundancy[i * d + i] = 1
  pairs.first.forEach((i, pair) => {
    const j = pairs.second[pair]
    redundancy[i * d + j] = redundancy[j * d + i] = shared[pair]
  })
  const [{ width, comoment }] = answers
  const varies = Uint8Array.from({ length: d }, (_, i) => (comoment[(i * width + 1) * width + 1] > 0 ? 1 : 0))
  return { n, varies, relevance, redundancy, conditional: null }
}

function refuseUnsquarable(wild: readonly string[]): void {
  if (wild.length === 0) return
  throw new CribaError(
    'unsuitable',
    `unsuitable columns for qpfs: ${firstFew(wild, 10)} (values too large, or too close together, to square: rescale them)`,
  )
}

function correlated(
  { n, width, min, max, comoment }: MomentsOfFamily,
  { names, targetName }: Pick<RankStep, 'names' | 'targetName'>,
): QuadraticProblem {
  refuseUnsquarable([targetName, ...names].filter((_, i) => !canSquare(min[i], max[i])))
  const deviation = Array.from({ length: width }, (_, i) => Math.sqrt(comoment[i * width + i]))
  const rho = (i: number, j: number) => {
    const product = deviation[i] * deviation[j]
    return product === 0 ? 0 : Math.min(1, Math.abs(comoment[i * width + j]) / product)
  }
  const d = width - 1
  const redundancy = new Float64Array(d * d)
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) redundancy[i * d + j] = i === j ? 1 : rho(i + 1, j + 1)
  }
  return {
    n: new Float64Array(d).fill(n[0]),
    varies: Uint8Array.from({ length: d }, (_, i) => (deviation[i + 1] > 0 ? 1 : 0)),
    relevance: Float64Array.from({ length: d }, (_, i) => rho(0, i + 1)),
    redundancy,
    conditional: null,
  }
}
