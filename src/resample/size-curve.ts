import { meanAndSd } from '../measures/paired-interval.ts'
import type { SizeCurve } from '../trace/evidence.ts'
import type { SelectResult } from '../trace/selection.ts'
import type { SettledSelectSpec } from '../spec/select-spec.ts'

/** Scores that differ by no more than this share of the best are as good. */
const rounding = 1e-9

/** Of each trial the score of the first so many columns of its own path, from the least size to the greatest. */
export interface Curves {
  readonly from: number
  readonly ofTrials: readonly (readonly number[])[]
  readonly better: 'higher' | 'lower'
  readonly folds: number
}

/**
 * The columns of a selection in the order in which they joined, and how many of them it began with; null where columns left,
 * joined in groups, or were chosen as a set.
 */
export function pathOf(
  { selected, steps }: Pick<SelectResult, 'selected' | 'steps'>,
  { groups, keep, startFrom }: SettledSelectSpec,
): { readonly begins: number; readonly columns: readonly string[] } | null {
  const begins = selected.length - steps.length
  if (begins < 0 || Object.keys(groups).length > 0) return null
  const given = new Set<unknown>([...keep, ...(Array.isArray(startFrom) ? (startFrom as string[]) : [])])
  const isPath =
    steps.every(({ action, feature }, i) => action === 'add' && selected[begins + i] === feature) &&
    selected.slice(0, begins).every((name) => given.has(name))
  return isPath ? { begins, columns: selected } : null
}

/** The curve of the means. */
export function sizeCurve(curves: Curves): SizeCurve {
  const { from, ofTrials } = curves
  const { best, error, oneError } = sizesOf(curves)
  const scores = ofTrials[0].map((_, place) => ({
    columns: from + place,
    ...meanAndSd(ofTrials.map((scores) => scores[place])),
  }))
  return { scores, best, error, oneError }
}

/**
 * The size with the best mean; its standard error, s/√folds; and the least size whose mean is within that of the best, as
 * Breiman, Friedman, Olshen and Stone (1984) prune trees.
 */
function sizesOf({ from, ofTrials, better, folds }: Curves) {
  const spreads = ofTrials[0].map((_, place) => meanAndSd(ofTrials.map((scores) => scores[place])))
  const merits = spreads.map(({ mean }) => (better === 'higher' ? mean : -mean))
  const most = merits.reduce((best, merit) => Math.max(best, merit))
  const slack = rounding * Math.abs(most)
  const best = merits.findIndex((merit) => merit >= most - slack)
  // One curve alone has no error.
  const error = ofTrials.length > 1 ? spreads[best].sd / Math.sqrt(folds) : 0
  const least = merits.findIndex((merit) => merit >= most - error - slack)
  return { best: from + best, error, oneError: from + least }
}

/** How many columns are kept: the least size within one standard error; null where no column at all does as well. */
export function sizeToKeep(curves: Curves): number | null {
  const { oneError } = sizesOf(curves)
  return oneError === 0 ? null : oneError
}

/**
 * How many columns each trial keeps, by the scores of the others: a size that was found on the rows it is judged by would
 * flatter it.
 */
export function sizesOfTrials(curves: Curves): readonly (number | null)[] {
  const { ofTrials } = curves
  return ofTrials.map((_, trial) =>
    sizeToKeep({ ...curves, ofTrials: ofTrials.filter((_, other) => other !== trial) }),
  )
}
