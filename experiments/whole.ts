import { CribaError } from '../src/index.ts'
import type { SelectResult } from '../src/index.ts'

/**
 * A selection to its end: an experiment concludes nothing from one that was cut short, so that is an error.
 */
export async function whole<R extends Pick<SelectResult, 'stopped'>>(selection: Promise<R>): Promise<R> {
  const result = await selection
  if (result.stopped === 'interrupted') throw new CribaError('interrupted', 'interrupted')
  return result
}
