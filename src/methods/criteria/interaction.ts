import { CribaError } from '#core'
import { interaction as interactionOf } from '../measures/quantities.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import type { SubsetStep } from '../shapes/subset-criterion.ts'
import { countEstimatorOption, foldOfSets, needsOfSets } from './families/set-entropies.ts'

/**
 * What two columns say about the target only together, or both.
 *
 * J = I[Y;A|B] − I[Y;A] = I[A,B;Y] − I[A;Y] − I[B;Y], in bits; above 0 synergy (XOR: +1), below 0 redundancy.
 * The same whichever of the three is called the target, and the negative of their `co-information`.
 * `interactions` gives it for all pairs of a table. McGill (1954); Jakulin and Bratko (2004).
 *
 * @example score(table, { features: ['a', 'b'], target: 'y', by: [interaction()] })
 */
export const interaction = defineSubset({
  id: 'interaction',
  title: 'Interaction information',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  takesGiven: ({ estimator }) => estimator !== 'shrink',
  better: 'higher',
  units: 'bits',
  options: { estimator: countEstimatorOption },
  formula: 'I[Y;A|B] − I[Y;A]',
  reference: 'McGill 1954',
  needs: (step) => needsOfSets(quantityOf(step), step.options.estimator, step.view),
  fold: (answers, step) => foldOfSets(quantityOf(step), step.options.estimator, answers),
})

function quantityOf({ sets, target }: SubsetStep) {
  const quantity = (size: number) => {
    if (size === 2) return interactionOf([2], [0], [1])
    throw new CribaError(
      'unsuitable',
      `unsuitable set for interaction: ${size === 1 ? 'a single column' : `${size} columns`} (it is of two: in a search use exhaustive:from=2,to=2; of more, co-information)`,
    )
  }
  return { sets, more: [target!], quantity }
}
