import { CribaError, variablesOf } from '#core'
import { conditionalMutualInformation, mutualInformation } from '../measures/quantities.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import type { SubsetStep } from '../shapes/subset-criterion.ts'
import { byNeighbours, informationOptions, setInformationReads } from './families/information-options.ts'
import type { InformationOptions } from './families/information-options.ts'
import { informationRoute } from './families/information-routes.ts'
import { conditionalRoute, conditionalRule } from './families/neighbour-routes.ts'
import { axesFrom, foldOfSets, needsOfSets } from './families/set-entropies.ts'
import type { CountEstimator } from './families/set-entropies.ts'

/**
 * Rewards sets of columns that together are informative about the target.
 *
 * J = I[X_S;Y] = H[X_S] + H[Y] − H[X_S,Y], or I[X_S;Y|Z] with columns given, in bits. By default from
 * neighbours as the types are: numbers with a number by Kraskov's first rule, numbers with levels by Ross's,
 * levels by counts; a set of both kinds is discretised, and says so. With columns given, numbers are estimated
 * by Frenzel and Pompe's rule, numbers and levels by Mesner and Shalizi's, which `mesner-shalizi` takes for any
 * columns, discretising none: two levels are at distance 1. Counts (`plug-in`, and `miller-madow`, `shrink` that
 * correct them) grow with the number of cells; estimates from neighbours can fall below 0 where there is no
 * relation, unless `clip`. `mutual-information` ranks single columns. Kraskov, Stögbauer and Grassberger (2004);
 * Ross (2014); Frenzel and Pompe (2007); Mesner and Shalizi (2021).
 *
 * @example score(table, { features: ['a', 'b'], target: 'y', by: [jointMi({ estimator: 'plug-in' })] })
 */
export const jointMi = defineSubset({
  id: 'joint-mi',
  title: 'Mutual information of a set with the target',
  features: { numeric: 'distances', categorical: 'levels' },
  target: 'either',
  reads: ({ estimator }, types) => setInformationReads(estimator, types),
  conditional: true,
  takesGiven: ({ estimator }) => estimator === 'plug-in' || estimator === 'miller-madow',
  byNeighbours: ({ estimator }) => byNeighbours.estimator.some((one) => one === estimator),
  monotone: ({ estimator }) => estimator === 'plug-in',
  better: 'higher',
  units: 'bits',
  options: informationOptions('nearest'),
  formula: 'I[X_S;Y] = H[X_S] + H[Y] − H[X_S,Y]',
  reference: 'Kraskov, Stögbauer & Grassberger 2004; Ross 2014; Frenzel & Pompe 2007; Mesner & Shalizi 2021',
  needs: (step) => {
    const route = routeFor(step)
    if (route) return route.needs(step.sets, step.target!, step.view)
    return needsOfSets(quantityOf(step), estimatorOf(step), step.view)
  },
  fold: (answers, step) => {
    const route = routeFor(step)
    return route ? route.fold(answers) : foldOfSets(quantityOf(step), estimatorOf(step), answers)
  },
})

/** The way through neighbours, or through whole tables; null where counts are asked for. */
function routeFor({ sets, target, given, options }: SubsetStep<InformationOptions>) {
  const columns = variablesOf(sets)
  const areNumbers = columns.every(({ coding }) => coding === null)
  const route = informationRoute(options, areNumbers, target!.coding === null)
  const { estimator } = options
  if (route.from === 'counts' && estimator !== 'adjusted') return null
  if (given.length === 0) return route
  if (estimator === 'mesner-shalizi') return conditionalRoute(options, given, estimator)
  if (estimator === 'nearest')
    return conditionalRoute(options, given, conditionalRule([...columns, target!, ...given]))
  throw new CribaError(
    'invalid',
    `invalid given: joint-mi:estimator=${estimator} is not conditioned on other columns (use nearest or mesner-shalizi, or counts: plug-in, miller-madow or shrink)`,
  )
}

/** `nearest` counts where there are levels only. */
function estimatorOf({ options: { estimator } }: SubsetStep<InformationOptions>): CountEstimator {
  return estimator === 'miller-madow' || estimator === 'shrink' ? estimator : 'plug-in'
}

function quantityOf({ sets, target, given, gaps }: SubsetStep<InformationOptions>) {
  const quantity = (size: number) => {
    const others = axesFrom(size + 1, size + 1 + given.length)
    return given.length === 0
      ? mutualInformation(axesFrom(0, size), [size])
      : conditionalMutualInformation(axesFrom(0, size), [size], others)
  }
  return { sets, more: [target!, ...given], gaps, quantity, isOfWholeSets: true } as const
}
