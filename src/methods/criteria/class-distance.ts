import { CribaError } from '#core'
import { classDistances, classMetrics } from '../measures/class-distances.ts'
import { scaleColumn } from '../measures/divergence-estimate.ts'
import { ratio } from '../measures/test.ts'
import { scaleOption } from '../shapes/criterion.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import { rowsFold, rowsNeeds } from './families/rows-of-sets.ts'

/** All pairs of rows are looked at. */
const mostRows = 20_000

/**
 * Rewards sets of columns on which rows of different classes lie farther apart than rows of one class.
 *
 * J = mean distance between rows of different classes ÷ mean distance between rows of one class, over all
 * pairs, 0 or more: about 1 where classes do not differ, ∞ where rows of a class coincide and classes do not,
 * 0 where all rows coincide. Classes of one row have no pair within; where no class has two rows there is no
 * value. On the standard scale a constant column counts for nothing. `cosine` is 1 − cos of the angle as seen
 * from the origin, which on the standard scale is the mean row; below 1e-12 it is 0, one direction. All pairs
 * are looked at, of up to 20,000 rows. `fisher` compares variances of single columns. Devijver and Kittler
 * (1982).
 *
 * @example select(table, { target: 'species', criterion: classDistance({ metric: 'manhattan' }), search: exhaustive() })
 */
export const classDistance = defineSubset({
  id: 'class-distance',
  title: 'Distance between classes over distance within',
  features: { numeric: 'values', categorical: null },
  target: 'classes',
  better: 'higher',
  units: 'ratio',
  options: {
    metric: {
      type: 'choice',
      of: classMetrics,
      default: 'euclidean',
      help: 'how the distance of two rows is measured',
    },
    scale: scaleOption,
  },
  formula: 'J = mean d(a, b) over classes(a ≠ b) / mean d(a, b) within classes',
  reference: 'Devijver & Kittler 1982',
  needs: rowsNeeds,
  fold: (answers, { sets, options: { metric, scale } }) =>
    rowsFold(answers, sets, ({ columns, target, weights, tree }) => {
      checkRowCount(target.length)
      const scaled = columns.map((column) => scaleColumn(column, scale, weights))
      const { within, between, pairs } = classDistances(scaled, target, weights, tree, metric)
      return (node) => {
        if (pairs.between === 0) return { score: NaN, why: 'all complete rows are of one class' }
        if (!(pairs.within > 0)) return { score: NaN, why: 'no class has two complete rows' }
        const score = ratio(between[node] / pairs.between, within[node] / pairs.within)
        return Number.isNaN(score) ? { score, why: 'distances beyond numbers' } : { score }
      }
    }),
})

function checkRowCount(rows: number): void {
  if (rows <= mostRows) return
  throw new CribaError(
    'too-large',
    `too many rows: class-distance looks at all pairs of ${rows.toLocaleString('en')} rows (at most ${mostRows.toLocaleString('en')}; take a sample, or joint-mi)`,
  )
}
