import { CribaError } from '#core'
import type { Run, RunEvent, Warning } from '#core'
import { oneLineEach } from './scope.ts'

/** Takes what an analysis reports as it runs. */
export interface Reporter {
  /** The warnings known so far; the analysis adds to them as it goes. */
  readonly warnings: Warning[]
  /** Reports an event, after the warnings that came before it; undefined where nobody listens. */
  readonly report: ((event: RunEvent) => void) | undefined
}

/**
 * Runs an analysis. Each of its warnings is reported once, before the next event or at its end; a
 * `CribaError` that it throws carries those given so far.
 */
export async function withWarnings<T extends { readonly warnings: readonly Warning[] }>(
  before: readonly Warning[],
  on: Run['on'],
  work: (reporter: Reporter) => Promise<T>,
): Promise<T> {
  const warnings = [...before]
  const reported = new Set<string>()
  const reportWarnings = (some: readonly Warning[]) => {
    for (const warning of oneLineEach(some)) {
      if (reported.has(warning.message)) continue
      reported.add(warning.message)
      on!({ kind: 'warning', warning })
    }
  }
  const report = (event: RunEvent) => {
    // Only the result knows how many rows a policy for missing values left.
    reportWarnings(warnings.filter(({ code }) => code !== 'missing-values'))
    on!(event)
  }
  try {
    const found = await work({ warnings, report: on && report })
    const areSeveral = found.warnings.filter(({ query }) => query !== undefined).length > 1
    const joined = areSeveral ? (await import('./one-query.ts')).oneQueryWarning(found.warnings) : []
    const result = { ...found, warnings: [...found.warnings, ...joined] }
    if (on) reportWarnings(result.warnings)
    return result
  } catch (error) {
    if (error instanceof CribaError && error.warnings.length === 0) error.warnings = oneLineEach(warnings)
    throw error
  }
}
