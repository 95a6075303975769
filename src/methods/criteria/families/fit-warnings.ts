import type { Warning } from '#core'

/** A fit farther from its optimum is reported. */
const largeResidual = 1e-6

/** What the user should know of a model that was fitted: that it did not converge. */
export function fitWarnings(residual: number): readonly Warning[] {
  if (residual <= largeResidual) return []
  return [
    {
      code: 'not-converged',
      message: `the fit did not converge: a slope of ${residual.toPrecision(2)} of a row is left (raise ridge)`,
    },
  ]
}
