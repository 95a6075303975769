/** 2 and 3 (always) */
const step = /^(-?\d{1,3})(?:\s?[([]([^()[\]]*\p{L}[^()[\]]*\p{L}[^()[\]]*\p{L}[^()[\]]*)[)\]]\.?)?$/u

/** Whether texts are steps of a scale, some with a label of their own: levels are looked at for these. */
export function areStepsWithLabels(texts: readonly string[]): boolean {
  const found = texts.map((text) => step.exec(text))
  if (found.some((parts) => parts === null)) return false
  const steps = found.map((parts) => Number(parts![1]))
  const labels = found.flatMap((parts) => parts![2]?.toLowerCase() ?? [])
  const [least, most] = [Math.min(...steps), Math.max(...steps)]
  const different = new Set(steps).size
  return (
    labels.length < texts.length &&
    new Set(labels).size === labels.length &&
    found.some((parts, i) => parts![2] !== undefined && (steps[i] === least || steps[i] === most)) &&
    different >= 3 &&
    most - least <= 20 &&
    different * 2 > most - least
  )
}
