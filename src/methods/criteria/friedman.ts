import { countLevels } from '#core'
import { friedmanTest } from '../measures/blocked-tests.ts'
import { blockedRanker } from './families/blocked-ranker.ts'

/**
 * Rewards columns whose ranks within blocks of rows differ between the classes.
 *
 * J = χ² = dᵀV⁻¹d: d the sums of the mid-ranks within blocks of each class but one, less those expected, V their
 * covariance where rows are permuted within blocks; p is χ² with one degree less than classes. With one row of
 * each class in every block it is Friedman's 12/(b·k·(k+1))·ΣR² − 3b(k+1), corrected for ties. Blocks of one class
 * are left out. A constant column gives 0. With two classes in pairs it is a sign test; `signed-rank` uses the
 * sizes of the differences, `kruskal-wallis` no blocks. Friedman (1937).
 *
 * @example rank(table, { target: 'treatment', block: 'person', by: [friedman()] })
 */
export const friedman = blockedRanker({
  id: 'friedman',
  title: 'Friedman test of classes within blocks',
  features: { numeric: 'values', categorical: null },
  units: 'χ²',
  pValue: 'χ²(classes − 1)',
  formula: 'χ² = dᵀV⁻¹d, d the rank sums of the classes less those expected',
  reference: 'Friedman 1937',
  test: (rows, { target }) => friedmanTest(rows, countLevels(target!.coding!)),
})
