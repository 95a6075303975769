import { areStepsOfScale } from '../cells/labelled-codes.ts'

/** 2 and 3 (always) */
const step = /^(-?\d{1,3})(?:\s?[([]([^()[\]]*\p{L}[^()[\]]*\p{L}[^()[\]]*\p{L}[^()[\]]*)[)\]]\.?)?$/u

/** Whether texts are steps of a scale, some with a label of their own: levels are looked at for these. */
export function areStepsWithLabels(texts: readonly string[]): boolean {
  const found = texts.map((text) => step.exec(text))
  if (found.some((parts) => parts === null)) return false
  const steps = found.map((parts) => Number(parts![1]))
  const labels = found.flatMap((parts) => parts![2]?.toLowerCase() ?? [])
  const labelled = steps.filter((_, i) => found[i]![2] !== undefined)
  const areDifferent = new Set(labels).size === labels.length
  return labels.length < texts.length && areDifferent && areStepsOfScale(steps, labelled)
}
