import { CribaError } from '../../spec/error.ts'
import type { Warning } from '../../trace/warning.ts'
import { oneLineEach } from './scope.ts'

/** Does some work; an error that it ends in carries the warnings that were `known` by then, which the work adds to. */
export async function withWarnings<T>(
  before: readonly Warning[],
  work: (known: Warning[]) => Promise<T>,
): Promise<T> {
  const known = [...before]
  try {
    return await work(known)
  } catch (error) {
    if (error instanceof CribaError && error.warnings.length === 0) error.warnings = oneLineEach(known)
    throw error
  }
}
