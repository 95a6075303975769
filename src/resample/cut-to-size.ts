import type { Evidence } from '../trace/evidence.ts'
import type { SelectResult } from '../trace/selection.ts'

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
      why: {
        ...why,
        explanation: `${why.explanation}; cut, as the first ${size} are within one standard error of the best`,
      },
    }),
  }
}
