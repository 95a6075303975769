import type { Run } from '../../sources/source.ts'
import { CribaError } from '../../spec/error.ts'
import type { RunEvent } from '../../trace/event.ts'
import type { Warning } from '../../trace/warning.ts'
import { oneLineEach } from './scope.ts'

/** What an analysis tells as it runs. */
export interface Telling {
  /** The warnings known so far; the analysis adds to them as it goes. */
  readonly warnings: Warning[]
  /** Tells an event, after the warnings that came before it; undefined where nobody listens. */
  readonly tell: ((event: RunEvent) => void) | undefined
}

/**
 * Runs an analysis. Each of its warnings is told once, before the next event or at its end; a `CribaError` that it throws carries
 * those given so far.
 */
export async function withWarnings<T extends { readonly warnings: readonly Warning[] }>(
  before: readonly Warning[],
  on: Run['on'],
  work: (telling: Telling) => Promise<T>,
): Promise<T> {
  const warnings = [...before]
  const told = new Set<string>()
  const tellWarnings = (some: readonly Warning[]) => {
    for (const warning of oneLineEach(some)) {
      if (told.has(warning.message)) continue
      told.add(warning.message)
      on!({ kind: 'warning', warning })
    }
  }
  const tell = (event: RunEvent) => {
    // Only the result knows how many rows a policy for missing values left.
    tellWarnings(warnings.filter(({ code }) => code !== 'missing-values'))
    on!(event)
  }
  try {
    const result = await work({ warnings, tell: on && tell })
    if (on) tellWarnings(result.warnings)
    return result
  } catch (error) {
    if (error instanceof CribaError && error.warnings.length === 0) error.warnings = oneLineEach(warnings)
    throw error
  }
}
