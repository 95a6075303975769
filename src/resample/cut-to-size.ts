import { chooseSelection } from '../analyses/selection/chosen-selection.ts'
import { isSingleSplit } from '../spec/evidence-spec.ts'
import type { SettledEvidence } from '../spec/evidence-spec.ts'
import type { SettledSelectSpec } from '../spec/select-spec.ts'
import type { Evidence } from '../trace/evidence.ts'
import { outerOf } from './select-any.ts'
import type { SelectResult } from '../trace/selection.ts'

/**
 * Whether a selection is cut where fewer columns predict as well: by default if the user set no end of it, and there is more than
 * one split to estimate the error of a score.
 */
export function isCutToSize(settled: SettledSelectSpec, evidence: SettledEvidence): boolean {
  const { k, stop, cut } = settled
  const { size } = evidence
  if (size !== 'auto') return size === 'one-error'
  const isBounded = k !== null || stop !== null || cut !== null
  // A method that resamples, or tests independence, ends by a test of its own.
  if (isBounded || isSingleSplit(evidence) || outerOf(settled) !== null) return false
  return chooseSelection(settled).search.record.testsIndependence !== true
}

/** Cuts the selection to the smallest size within one standard error of the best, if it is larger. */
export function cutToSize(
  { selected, steps, score, why }: SelectResult,
  { sizes }: Evidence,
): Pick<SelectResult, 'selected' | 'score' | 'uncut' | 'why'> {
  // Where no column at all predicts as well, the learner cannot use what the criterion finds; so nothing is cut.
  if (!sizes || sizes.oneError === 0 || sizes.oneError >= selected.length) return { selected, score }
  const size = sizes.oneError
  const last = steps[size - (selected.length - steps.length) - 1]
  const isCut = why !== undefined && selected.indexOf(why.feature) >= size
  return {
    selected: selected.slice(0, size),
    score: last?.score ?? score,
    uncut: selected,
    ...(isCut && {
      why: { ...why, explanation: `${why.explanation}; cut, as fewer columns predict as well` },
    }),
  }
}
