import { consistencies } from '../measures/consistency.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import { rowsFold, rowsNeeds } from './families/rows-of-sets.ts'

/**
 * Rewards sets of columns on which rows that look alike have one class.
 *
 * J = 1 − Σ (rows of a group − those of its most frequent class)/n over the groups of rows equal on the set,
 * discretised: the share of rows that a table of the set's joint levels gets right, from the share of the
 * most frequent class to 1. A numeric target is discretised too. It never falls with a column more, and is 1
 * as soon as every group is pure, which columns with many levels reach by chance; a constant column changes
 * nothing. `joint-mi` sees how mixed a group is, not its majority alone. Asks for the rows themselves, so
 * very large data are refused. Liu and Setiono (1996).
 *
 * @example select(table, { target: 'species', criterion: consistency(), search: branchAndBound(), k: 3 })
 */
export const consistency = defineSubset({
  id: 'consistency',
  title: 'Consistency of equal rows',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  monotone: true,
  better: 'higher',
  units: 'share of rows',
  options: {},
  formula: 'J = 1 − Σ (size − majority)/n over groups of equal rows',
  reference: 'Liu & Setiono 1996',
  needs: rowsNeeds,
  fold: (answers, { sets }) =>
    rowsFold(answers, sets, ({ columns, target, weights, tree }) => {
      const shares = consistencies(columns, target, weights, tree)
      return (node) => ({ score: shares[node] })
    }),
})
