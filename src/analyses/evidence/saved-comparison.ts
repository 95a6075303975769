import type { Run, SettledCompareSpec, Source } from '#core'
import { CheckpointSections } from '../resample/checkpoint-sections.ts'
import { RecordedSource } from '../resample/recorded-source.ts'
import { SavedParts } from '../resample/saved-parts.ts'
import type { Checkpoint } from '../selection/checkpoint.ts'

/** What of a comparison goes on from a checkpoint. */
interface SavedComparison {
  /** What the methods chose. */
  readonly choices: SavedParts
  /** The source from which the learners learn. */
  readonly learning: Source
  readonly write: () => Promise<void>
}

/** Opens what a comparison saves: what its methods choose in one section, what its learners count in another. */
export async function openSavedComparison(
  source: Source,
  checkpoint: Checkpoint | undefined,
  settled: SettledCompareSpec,
  run: Run,
): Promise<SavedComparison> {
  const sections = checkpoint && (await CheckpointSections.open(checkpoint))
  const choices = await SavedParts.open('comparison', sections?.of('selection'), source, settled, run)
  const learning = sections && (await RecordedSource.open(source, sections.of('learner'), run))
  return {
    choices,
    learning: learning ?? source,
    write: async () => {
      await learning?.write()
      await choices.write()
    },
  }
}
