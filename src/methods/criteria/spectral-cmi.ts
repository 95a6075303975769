import { symmetricEigen } from '../measures/symmetric-eigen.ts'
import { defineRank } from '../shapes/criterion.ts'
import { matrixFold, matrixNeeds } from './families/pair-matrices.ts'
import { negligibleBits } from './families/pair-terms.ts'

/**
 * Rewards columns that are informative about the target, each beside every other.
 *
 * J = z of max zᵀHz, ‖z‖ = 1, z ≥ 0, with H_ii = I(X_i;Y) and H_ij the mean of I(X_i;Y|X_j) and I(X_j;Y|X_i):
 * the principal eigenvector of a matrix of bits, over the rows complete in all columns. Where the greatest
 * eigenvalue has several vectors, z is the one nearest to equal weights: equally informative columns that
 * share nothing have equal weights. A column that uninformative by itself still has the information of others
 * given it, but a constant one has 0. `qpfs` bounds the sum instead, `gmi` goes column by column. Nguyen,
 * Chan, Romano and Bailey (2014).
 *
 * @example rank(table, { target: 'y', by: [spectralCmi()] })
 */
export const spectralCmi = defineRank({
  id: 'spectral-cmi',
  title: 'Principal eigenvector of conditional informations',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  joint: true,
  pairwise: true,
  better: 'higher',
  units: 'weight',
  options: {},
  formula: 'z: max zᵀHz, ‖z‖ = 1, z ≥ 0, H_ij = ½(I(X_i;Y|X_j) + I(X_j;Y|X_i)), H_ii = I(X_i;Y)',
  reference: 'Nguyen, Chan, Romano & Bailey 2014',
  needs: (step) => matrixNeeds(step, true),
  fold: (answers, step) => {
    const width = step.features.length
    const matrices = matrixFold(answers, step, true)
    const { n, varies, relevance, relevanceBeside, redundancy, conditional } = matrices
    const alone = (i: number, j: number) => relevanceBeside?.[i * width + j] ?? relevance[i]
    const matrix = new Float64Array(width * width)
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < width; j++) {
        const at = i * width + j
        // I(X_i;Y|X_j) = I(X_i;Y) − I(X_i;X_j) + I(X_i;X_j|Y), the mean of both directions.
        const given = (alone(i, j) + alone(j, i)) / 2 - redundancy[at] + conditional![at]
        const isOut = varies[i] === 0 || varies[j] === 0
        matrix[at] = i === j ? relevance[i] : isOut ? 0 : Math.max(0, given)
      }
    }
    return { n, score: perron(matrix, width), parts: { relevance } }
  },
})

/**
 * The vector of the greatest eigenvalue nearest to equal weights, of length 1; zeros for a matrix of zeros.
 */
function perron(matrix: Float64Array, width: number): Float64Array {
  const { values, vectors } = symmetricEigen(matrix, width)
  const z = new Float64Array(width)
  const most = values[width - 1]
  if (most < negligibleBits) return z
  for (let k = width - 1; k >= 0 && most - values[k] <= negligibleBits * most; k--) {
    let sum = 0
    for (let i = 0; i < width; i++) sum += vectors[i * width + k]
    for (let i = 0; i < width; i++) z[i] += sum * vectors[i * width + k]
  }
  const length = Math.sqrt(z.reduce((sum, value) => sum + value * value, 0))
  return z.map((value) => (value / length < negligibleBits ? 0 : value / length))
}
