import { weightText } from '../spec/weight-text.ts'
import { canSquare } from '../measures/test.ts'
import { varianceInflation } from '../measures/variance-inflation.ts'
import { CribaError } from '../spec/error.ts'
import { firstFew } from '../spec/names.ts'
import type { Warning } from '../trace/warning.ts'
import { defineRank } from './criterion.ts'

/**
 * Rewards columns that the others do not determine: the lower, the better. It looks at no target.
 *
 * J = 1/(1−R²), R² of the regression of a column on all others, from 1 to ∞: how many times as large the others make the variance
 * of its coefficient in a linear model; over the rows complete in all columns. It is the diagonal of the inverse correlation
 * matrix. Above 5 or 10 a column is usually called collinear. Columns of an exact linear relation have `inf`, and a warning
 * names them; a constant column has none. Fewer rows than columns + 1 are refused. Marquardt (1970).
 *
 * @example rank(table, { by: [vif()], drop: ['price'] })
 */
export const vif = defineRank({
  id: 'vif',
  title: 'Variance inflation factor',
  features: { numeric: 'values', categorical: null },
  target: null,
  joint: true,
  better: 'lower',
  units: 'times the variance',
  options: {},
  formula: 'VIF = 1/(1−R²) of a column on all others',
  reference: 'Marquardt 1970',
  needs: ({ features, view }) => [{ kind: 'moments', family: { list: [features] }, of: 'values', view }],
  fold: ([{ n, width, min, max, comoment }], { names }) => {
    const rows = n[0]
    if (rows > 0 && rows <= width) {
      throw refuse(
        names,
        `${weightText(rows)} complete rows for ${width} columns: needs ${width + 1} or more, so drop some`,
      )
    }
    const wild = names.filter((_, i) => rows > 0 && !canSquare(min[i], max[i]))
    if (wild.length > 0)
      throw refuse(wild, 'values too large, or too close together, to square: rescale them')
    const score = varianceInflation(comoment, width)
    const related = names.filter((_, i) => score[i] === Infinity)
    return {
      n: new Float64Array(width).fill(rows),
      score,
      why: Array.from(score, (one) => (Number.isNaN(one) ? 'constant' : undefined)),
      ...(related.length > 0 && { warnings: [relationWarning(related)] }),
    }
  },
})

function relationWarning(columns: readonly string[]): Warning {
  return {
    code: 'collinear',
    columns,
    message: `vif: ${columns.length} columns are exact linear functions of one another: ${firstFew(columns, 10)}`,
  }
}

function refuse(columns: readonly string[], why: string): CribaError {
  return new CribaError('unsuitable', `unsuitable columns for vif: ${firstFew(columns, 10)} (${why})`)
}
