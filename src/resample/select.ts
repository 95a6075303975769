import type { Table } from '../columns/table.ts'
import type { SelectRun } from '../select/selection/checkpoint.ts'
import { oneLineEach, sourceOf } from '../select/play/play.ts'
import { select as selectOnce } from '../select/select.ts'
import type { Run, Source } from '../sources/source.ts'
import { CribaError } from '../spec/error.ts'
import type { Shape } from '../spec/method-text.ts'
import { settleSelect } from '../spec/select-spec.ts'
import type { SelectSpec } from '../spec/select-spec.ts'
import type { Evidence, SelectResult } from '../trace/selection.ts'
import type { Warning } from '../trace/warning.ts'
import { evidenceFolds, findEvidence } from './evidence.ts'

/**
 * Selects columns of a table: a criterion says how good candidates are, a search what to try next, a stop when to end.
 * Where values are missing, each term of a score is made over the rows complete in its own columns, if the criterion has such
 * terms; the result says on how many rows it rests. With `evidence` the result says how well a learner predicts held-out rows from all columns and from those that the same selection chooses
 * without these rows.
 *
 * @example const { selected } = await select(wine, { target: 'quality', criterion: jmi(), k: 5 })
 * @throws CribaError naming the column, the method and the mend
 */
export async function select<S extends Shape>(
  data: Table | Source,
  spec: SelectSpec<S>,
  run: SelectRun = {},
): Promise<SelectResult> {
  const start = performance.now()
  const settled = settleSelect(spec)
  if (!settled.evidence) return selectOnce(data, spec, run)
  if (settled.target === null) throw new CribaError('missing', 'missing target (evidence needs one)')
  const source = sourceOf(data)
  const { progress, checkpoint, ...unseen } = run
  const part = (from: number, to: number): Run => ({
    ...unseen,
    ...(progress && { progress: (share) => progress(from + share * (to - from)) }),
  })
  const search = 1 / (1 + evidenceFolds)
  const result = await selectOnce(source, spec, { ...part(0, search), ...(checkpoint && { checkpoint }) })
  if (result.stopped === 'interrupted') return result
  const { evidence, warning } = await tryEvidence(() =>
    findEvidence(source, settled, result, part(search, 1)),
  )
  return {
    ...result,
    ...(evidence && { evidence }),
    warnings: [...result.warnings, ...oneLineEach(warning ? [warning] : [])],
    seconds: (performance.now() - start) / 1000,
  }
}

/** A selection stands without its evidence: where that cannot be had, a warning says why. */
async function tryEvidence(
  find: () => Promise<Evidence>,
): Promise<{ readonly evidence?: Evidence; readonly warning?: Warning }> {
  try {
    return { evidence: await find() }
  } catch (error) {
    if (!(error instanceof CribaError)) throw error
    return { warning: { code: 'no-evidence', message: `evidence is left out: ${error.message}` } }
  }
}
