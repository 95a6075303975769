import { CribaError } from '#core'
import { coInformation as coInformationOf } from '../measures/quantities.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import type { SubsetStep } from '../shapes/subset-criterion.ts'
import { axesFrom, countEstimatorOption, foldOfSets, needsOfSets } from './families/set-entropies.ts'

/** Subsets grow as 2 to this power. */
const mostColumns = 15

/**
 * The information all columns of a set and the target share, by McGill and Fano.
 *
 * J = Σ_k (−1)^{k+1} Σ_{|M|=k} H(X_M) over the non-empty subsets M of S and Y, in bits. For one column it is
 * I(X;Y), for two it is redundancy: above 0 they say the same of the target, below 0 they say something only
 * together (XOR: −1). Its sign alternates with |S|, so no direction is right for all sizes: it is reported,
 * not maximised. `interaction` of two columns is its negative. McGill (1954); Fano (1961).
 *
 * @example score(table, { features: ['a', 'b'], target: 'y', by: [coInformation()] })
 */
export const coInformation = defineSubset({
  id: 'co-information',
  title: 'Co-information of McGill and Fano',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  takesGiven: ({ estimator }) => estimator !== 'shrink',
  better: 'higher',
  units: 'bits',
  options: { estimator: countEstimatorOption },
  formula: 'Σ_k (−1)^(k+1) Σ_{|M|=k} H(X_M)',
  reference: 'McGill 1954; Fano 1961',
  needs: (step) => needsOfSets(quantityOf(step), step.options.estimator, step.view),
  fold: (answers, step) => foldOfSets(quantityOf(step), step.options.estimator, answers),
})

function quantityOf({ sets, target }: SubsetStep) {
  const quantity = (size: number) => {
    if (size > mostColumns) {
      throw new CribaError(
        'too-large',
        `too many columns for co-information: ${size} (at most ${mostColumns}: it sums over all their subsets)`,
      )
    }
    return coInformationOf(axesFrom(0, size + 1).map((axis) => [axis]))
  }
  return { sets, more: [target!], quantity }
}
