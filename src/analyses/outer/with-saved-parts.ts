import { CribaError } from '#core'
import type { SettledSelectSpec, Source } from '#core'
import type { Once } from '../resample/saved-parts.ts'
import type { SelectRun } from '../selection/checkpoint.ts'
import { chooseSelection } from '../selection/chosen-selection.ts'

/** Runs what resamples; each of its parts that is done is saved in the checkpoint, if there is one. */
export async function withSavedParts<T>(
  source: Source,
  settled: SettledSelectSpec,
  inner: SettledSelectSpec,
  { checkpoint, on: _, ...run }: SelectRun,
  work: (once: Once) => Promise<T>,
): Promise<T> {
  if (!checkpoint) return work((_, make) => make())
  if (!chooseSelection(inner).scorer.can.count) {
    throw new CribaError(
      'invalid',
      'invalid checkpoint: the criterion is a function, which cannot be compared with that of the checkpoint (use a criterion by its name)',
    )
  }
  const { SavedParts } = await import('../on-demand/checkpoint.ts')
  const saved = await SavedParts.open('resampling', checkpoint, source, settled, run)
  try {
    return await work((key, make) => saved.once(key, make))
  } finally {
    await saved.write()
  }
}
