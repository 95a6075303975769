import { ratio } from '../measures/test.ts'
import { defineRank } from '../shapes/criterion.ts'
import { contrastsNeeds, nearestOptions, reliefFacts, reliefScores } from './families/relief.ts'

/**
 * Rewards columns that differ between near rows whose targets differ more than between near rows whose
 * targets are alike.
 *
 * J = N_dYdA/N_dY − (N_dA − N_dYdA)/(m − N_dY), sums over each of the m rows and its k nearest of the
 * difference of the target (N_dY), of the column (N_dA) and of their product (N_dYdA), each by range: −1 to
 * 1, about 0 for noise. Neighbours weigh alike, or by rank exp(−(p/20)²) with `weights: 'exponential'`; tied
 * rows share the weights of their ranks. 0/0 is 0. Missing values differ as much as is expected over all
 * rows. `relieff` takes classes. Robnik-Šikonja and Kononenko (1997).
 *
 * @example rank(table, { target: 'price', by: [rrelieff()] })
 */
export const rrelieff = defineRank({
  ...reliefFacts,
  target: 'distances',
  alternative: 'relieff',
  id: 'rrelieff',
  title: 'RReliefF',
  options: {
    weights: {
      type: 'choice',
      of: ['equal', 'exponential'],
      default: 'equal',
      help: 'whether neighbours weigh alike, or less the farther they are in rank, exp(−(p/20)²)',
    },
    ...nearestOptions,
  },
  formula: 'J = N_dYdA/N_dY − (N_dA − N_dYdA)/(m − N_dY)',
  reference: 'Robnik-Šikonja & Kononenko 1997',
  needs: (step) => {
    const { k, ties, weights } = step.options
    return contrastsNeeds(step, { of: 'nearest', k, ties, decay: weights === 'exponential' ? 20 : null })
  },
  fold: ([answer], step) => {
    const { near, withTarget, ofTarget, compared } = answer
    const score = withTarget.map(
      (both, i) => ratio(both, ofTarget) - ratio(near[i] - both, compared[0] - ofTarget),
    )
    return reliefScores(answer, step, score)
  },
})
