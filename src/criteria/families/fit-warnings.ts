import type { Warning } from '../../trace/warning.ts'
import type { RankStep } from '../criterion.ts'

/** A fit farther from its optimum is reported. */
const largeResidual = 1e-6

/** What the user should know of a model that was fitted to all columns: rows left out, and a fit that did not converge. */
export function fitWarnings(
  { gaps }: Pick<RankStep, 'gaps'>,
  { n, residual }: { readonly n: number; readonly residual: number },
): readonly Warning[] {
  const found: Warning[] = []
  if (gaps) {
    found.push({
      code: 'missing-values',
      message: `a fit uses only the rows complete in all columns: ${n} (--missing median fills them, --missing level makes a level of them)`,
    })
  }
  if (residual > largeResidual) {
    found.push({
      code: 'not-converged',
      message: `the fit did not converge: a slope of ${residual.toPrecision(2)} of a row is left (raise ridge)`,
    })
  }
  return found
}
