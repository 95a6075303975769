import type { Nearest } from '#core'
import { multiInformation as multiInformationOf } from '../measures/quantities.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import type { SubsetStep } from '../shapes/subset-criterion.ts'
import {
  correlationFold,
  correlationNeeds,
  neighbourEntropyOptions,
  scaleByNeighbours,
} from './families/neighbour-entropies.ts'
import { axesFrom, foldOfSets, needsOfSets } from './families/set-entropies.ts'

/**
 * How much the columns of a set depend on each other; no target takes part.
 *
 * J = ΣH(X_i) − H(X_1, …, X_m) in bits, 0 where they are independent (from counts never below). `estimator:
 * 'nearest'` takes numbers as they stand and estimates each entropy by the k-th neighbour; columns that copy
 * each other then raise it without bound, and a warning names them. Multi-information, or total correlation;
 * `total-correlation` is that of a set together with the target. Watanabe (1960).
 *
 * @example score(table, { features: ['a', 'b', 'c'], by: [multiInformation()] })
 */
export const multiInformation = defineSubset({
  id: 'multi-information',
  title: 'Multi-information of a set',
  features: { numeric: 'levels', categorical: 'levels' },
  target: null,
  reads: ({ estimator }) => ({
    features:
      estimator === 'nearest'
        ? { numeric: 'distances', categorical: null }
        : { numeric: 'levels', categorical: 'levels' },
    target: null,
  }),
  raisedByCopies: () => true,
  takesGiven: ({ estimator }) => estimator === 'plug-in' || estimator === 'miller-madow',
  better: 'higher',
  units: 'bits',
  options: { ...neighbourEntropyOptions, scale: scaleByNeighbours },
  formula: 'ΣH(X_i) − H(X_1, …, X_m)',
  reference: 'Watanabe 1960',
  needs: (step) => {
    const { options, sets, view } = step
    if (options.estimator === 'nearest') return correlationNeeds(sets, [], options, view)
    return needsOfSets(quantityOf(step), options.estimator, view)
  },
  fold: (answers, step) => {
    const { options, sets } = step
    if (options.estimator !== 'nearest') return foldOfSets(quantityOf(step), options.estimator, answers)
    return correlationFold(answers as unknown as readonly [Nearest, Nearest], sets, [], options)
  },
})

function quantityOf({ sets }: SubsetStep) {
  return {
    sets,
    more: [],
    quantity: (size: number) => multiInformationOf(axesFrom(0, size).map((axis) => [axis])),
  }
}
