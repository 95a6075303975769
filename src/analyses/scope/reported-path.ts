import { countLevels } from '#core'
import type { PathCoefficients, PenaltyPath, Variable } from '#core'
import type { FittedPath } from '#methods'

const metrics = { squares: 'mse', classes: 'log-loss', events: 'deviance', counts: 'deviance' } as const

/** A path as results report it, by the names of its columns. */
export function reportedPath(
  path: FittedPath,
  features: readonly Variable[],
  names: readonly string[],
): PenaltyPath {
  const {
    of,
    penalties,
    intercepts,
    weights,
    starts,
    entries,
    sizes,
    chosen,
    rule,
    judged,
    bic,
    gaps,
    certificate,
    classes,
    targets,
    loss,
    lists,
  } = path
  const width = starts[of.length]
  const sizeAtEntry = (i: number) => sizes[entries[i] * of.length + i]
  const entered = Array.from(of.keys())
    .filter((i) => entries[i] >= 0)
    .sort((a, b) => entries[a] - entries[b] || sizeAtEntry(b) - sizeAtEntry(a) || a - b)
  const coefficients = entered.flatMap((i) =>
    levelsOf(features[of[i]]).flatMap((level, j) =>
      Array.from({ length: lists }, (_, list): PathCoefficients => ({
        feature: names[of[i]],
        ...(level !== undefined && { level }),
        ...(classes && { class: classes[list] }),
        ...(targets && { target: targets[list] }),
        enters: penalties[entries[i]],
        coefficients: Array.from(
          penalties,
          (_, step) => weights[(step * lists + list) * width + starts[i] + j],
        ),
      })),
    ),
  )
  return {
    penalties: Array.from(penalties),
    intercepts: Array.from(penalties, (_, step) =>
      lists === 1 ? intercepts[step] : Array.from(intercepts.subarray(step * lists, (step + 1) * lists)),
    ),
    coefficients,
    chosen: { rule, place: chosen, penalty: penalties[chosen] },
    ...(judged && {
      heldOut: {
        metric: targets ? 'relative-mse' : metrics[loss],
        mean: Array.from(judged.mean),
        error: Array.from(judged.error),
      },
    }),
    bic: Array.from(bic, (value) => (Number.isFinite(value) ? value : null)),
    [certificate]: gaps.reduce((a, b) => Math.max(a, b)),
  }
}

/** The levels of a feature, null for a missing value; one undefined for a number. */
function levelsOf({ coding }: Variable): readonly (string | number | null | undefined)[] {
  if (!coding) return [undefined]
  return Array.from({ length: countLevels(coding) }, (_, level) =>
    coding.kind === 'levels' ? (coding.levels[level] ?? null) : level,
  )
}
