import type { Run, SelectResult, Source } from '#core'
import { CheckpointSections } from '../resample/checkpoint-sections.ts'
import { RecordedSource } from '../resample/recorded-source.ts'
import { SavedParts } from '../resample/saved-parts.ts'
import type { Once } from '../resample/saved-parts.ts'
import type { Checkpoint } from '../selection/checkpoint.ts'
import { fingerprint } from '../selection/fingerprint.ts'

/** What of a selection goes on from a checkpoint. */
export interface GoingOn {
  /** The source that selects. */
  readonly source: Source
  /** The source that answers what follows the selection, without the folds of the evidence. */
  readonly after: Source
  /** Where the selection itself saves its state; undefined where its source saves its answers. */
  readonly checkpoint?: Checkpoint
  /** Makes each fold of the evidence; its key says of which spec. */
  readonly once?: Once
}

/**
 * Runs a selection that goes on from a checkpoint. A section has what the selection saves, or the answers of
 * its source; with evidence, others have the folds that are done and what its learner counted.
 */
export async function saveSelection(
  source: Source,
  checkpoint: Checkpoint,
  { answers, evidence }: { readonly answers: boolean; readonly evidence: boolean },
  run: Run,
  select: (from: GoingOn) => Promise<SelectResult>,
): Promise<SelectResult> {
  const sections = await CheckpointSections.open(checkpoint)
  const record = (section: string) => RecordedSource.open(source, sections.of(section), run)
  const selection = answers ? await record('selection') : null
  const after = selection ?? (evidence ? await record('learner') : null)
  const folds = evidence ? await SavedParts.open('evidence', sections.of('evidence'), source, {}, run) : null
  try {
    return await select({
      source: selection ?? source,
      after: after ?? source,
      ...(!selection && { checkpoint: sections.of('selection') }),
      ...(folds && { once: (key, make) => folds.once(fingerprint([key]), make) }),
    })
  } finally {
    await after?.write()
    await folds?.write()
  }
}
