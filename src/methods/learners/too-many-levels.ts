import { countLevels } from '#core'
import type { Variable } from '#core'

/** A categorical column of more levels is left out of a model: hardly a level would be in each fold. */
const maxLevels = 1000

/** Why no model reads a column; undefined where it does. */
export function whyTooManyLevels({ coding }: Variable): string | undefined {
  if (!coding || countLevels(coding) <= maxLevels) return undefined
  return `${countLevels(coding)} levels (at most ${maxLevels} of a column)`
}
