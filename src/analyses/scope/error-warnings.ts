import { CribaError } from '../../spec/error.ts'
import type { Warning } from '../../trace/warning.ts'
import { oneLineEach } from './scope.ts'

/** Runs `work`, which adds to the warnings as it goes; a `CribaError` that it throws carries those given so far. */
export async function withWarnings<T>(
  before: readonly Warning[],
  work: (warnings: Warning[]) => Promise<T>,
): Promise<T> {
  const warnings = [...before]
  try {
    return await work(warnings)
  } catch (error) {
    if (error instanceof CribaError && error.warnings.length === 0) error.warnings = oneLineEach(warnings)
    throw error
  }
}
