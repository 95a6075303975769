import { resolveOptions } from '#core'
import { defineSubset } from '../shapes/subset-criterion.ts'
import { jointMi } from './joint-mi.ts'

const { criterion } = jointMi
const options = resolveOptions(criterion.id, criterion.options, { estimator: 'plug-in' })

/**
 * Rewards sets of columns that together are informative about the target, grown one column at a time.
 *
 * J = I[X_S;Y], in bits: `joint-mi` by counts, under a stop of its own. The candidate X_k that raises it most
 * is the one of the greatest I(X_k;Y|X_S). It never falls while columns join, and reaches H(Y) as soon as
 * every row has levels of its own, noise or not: the default stop tests each gain given all selected columns
 * jointly, and ends where no two rows share their levels. A constant column, and a copy of a selected one,
 * add 0. As a method it takes `lookahead=2` and `null` too: a search that also looks at pairs finds exclusive
 * or. `jmi` takes the selected one at a time, `cmim` the one beside which least is added. Shalizi (2009,
 * lecture notes).
 *
 * @example select(table, { target: 'y', criterion: joint(), k: 5 })
 */
export const joint = defineSubset({
  id: 'joint',
  title: 'Joint mutual information of all selected',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  conditional: true,
  takesGiven: true,
  monotone: true,
  // As many bins as for pairs: the stop ends the search before the tables of all selected columns are too
  // sparse.
  together: 2,
  stop: 'significance:null=set',
  better: 'higher',
  units: 'bits',
  options: {},
  formula: 'I[X_S;Y] = H[X_S] + H[Y] − H[X_S,Y]',
  reference: 'Shalizi 2009',
  needs: (step) => criterion.needs({ ...step, options }),
  fold: (answers, step) => criterion.fold(answers, { ...step, options }),
})
