import { scaleOption } from '../shapes/criterion.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import { correlationFold, correlationNeeds, distanceOptions } from './families/neighbour-entropies.ts'

/**
 * How much the columns of a set and the target depend on each other: what Madinabeitia (2019) calls mutual
 * information.
 *
 * J = ΣH(X_i) + H(Y) − H(X_S,Y) in bits, each entropy by the k-th neighbour (Kozachenko and Leonenko 1987).
 * It is TC(X_S) + I(X_S;Y): columns that copy each other raise it without bound, and a warning names them;
 * `joint-mi` they leave as it is. Watanabe (1960).
 *
 * @example score(table, { features: ['a', 'b'], target: 'y', by: [totalCorrelation()] })
 */
export const totalCorrelation = defineSubset({
  id: 'total-correlation',
  title: 'Total correlation of a set and the target',
  features: { numeric: 'distances', categorical: null },
  target: 'distances',
  raisedByCopies: () => true,
  better: 'higher',
  units: 'bits',
  options: { ...distanceOptions, scale: scaleOption },
  formula: 'ΣH(X_i) + H(Y) − H(X_S,Y)',
  reference: 'Watanabe 1960; Kozachenko & Leonenko 1987',
  needs: ({ sets, target, options, view }) => correlationNeeds(sets, [target!], options, view),
  fold: (answers, { sets, target, options }) => correlationFold(answers, sets, [target!], options),
})
