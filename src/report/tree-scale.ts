/** Where heights are drawn: at which of `width` places. */
export interface TreeScale {
  readonly width: number
  /** The place of the cut; nothing else is there. */
  readonly cut: number
  readonly placeOf: (height: number) => number
  /** The line of numbers above the places. */
  readonly labels: string
}

/** The space of a label, in characters. */
const labelSpace = 6
/** The distance of two labels, in height. */
const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5] as const

/**
 * A scale from 0 to the top. What is merged up to the cut is left of its place and all else is right of it, so heights near the
 * cut may be drawn one place off.
 */
export function treeScale(
  { cut, top }: { readonly cut: number; readonly top: number },
  width: number,
): TreeScale {
  const end = width - 1
  const atCut = cut >= top ? end : Math.min(end - 1, Math.max(1, Math.round((cut / top) * end)))
  const share = (height: number, from: number, to: number) =>
    to > from ? Math.min(1, Math.max(0, (height - from) / (to - from))) : 0
  const placeOf = (height: number) =>
    height <= cut || atCut === end
      ? Math.round(share(height, 0, cut) * (atCut - 1))
      : atCut + 1 + Math.round(share(height, cut, top) * (end - atCut - 1))
  return { width, cut: atCut, placeOf, labels: labelsOf() }

  /** The cut, 0 and the top, then the round numbers that have space. */
  function labelsOf(): string {
    const taken: { readonly from: number; readonly text: string }[] = []
    const put = (height: number, place: number) => {
      const text = String(Number(height.toFixed(2)))
      const from = Math.min(place, width - text.length)
      if (taken.every((one) => Math.abs(one.from - from) >= labelSpace)) taken.push({ from, text })
    }
    put(cut, atCut)
    put(0, 0)
    if (top > cut) put(top, end)
    const step = steps.find((one) => (one / top) * width > labelSpace) ?? top
    for (let i = 1; i * step < top; i++) put(i * step, placeOf(i * step))
    return taken
      .sort((a, b) => a.from - b.from)
      .reduce((line, { from, text }) => line.padEnd(from) + text, '')
  }
}
