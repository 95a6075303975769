// Functions that also run in the page of a report, where their text is: they use nothing from outside
// themselves.

/** Where sets stand in a landscape: the axes in pixels. */
export interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly x: { readonly log: boolean; readonly low: number; readonly high: number }
  readonly y: { readonly log: boolean; readonly low: number; readonly high: number }
}

/**
 * The set with the largest α·x − β·y; of equal ones that with the fewest features, then the first. −1 without
 * sets.
 */
export function winnerOf(
  x: readonly number[],
  y: readonly number[],
  sizes: readonly number[],
  alpha: number,
  beta: number,
): number {
  let best = -1
  let most = -Infinity
  for (let i = 0; i < x.length; i++) {
    const score = alpha * x[i] - beta * y[i]
    if (score > most || (score === most && best >= 0 && sizes[i] < sizes[best])) {
      best = i
      most = score
    }
  }
  return best
}

/** The names of a set, cut in the middle if they are long. */
export function setLabel(names: readonly string[], most: number): string {
  const signs = Array.from(names.length === 0 ? 'no feature' : names.join(', '))
  if (signs.length <= most) return signs.join('')
  return `${signs.slice(0, Math.ceil(most / 2) - 1).join('')}…${signs.slice(signs.length - Math.floor(most / 2)).join('')}`
}

/** A value of an axis in pixels; NaN where it has no place. */
export function pixelOf(
  value: number,
  { log, low, high }: Frame['x'],
  from: number,
  to: number,
  ln: (x: number) => number,
) {
  if (!log) return from + ((value - low) / (high - low)) * (to - from)
  return value > 0 ? from + ((ln(value) - ln(low)) / (ln(high) - ln(low))) * (to - from) : NaN
}

/**
 * The line of all places as good as (x, y) by α·x − β·y, as a path that leaves its frame by less than the
 * frame's size; empty if α and β are 0.
 */
export function isoPath(
  frame: Frame,
  weights: { readonly alpha: number; readonly beta: number },
  at: { readonly x: number; readonly y: number },
  tools: {
    readonly pixelOf: typeof pixelOf
    readonly ln: (x: number) => number
    readonly exp: (x: number) => number
  },
): string {
  const { alpha, beta } = weights
  if (alpha === 0 && beta === 0) return ''
  const level = alpha * at.x - beta * at.y
  // Goes along the axis on which the line is longer, so that it is never steep.
  const alongX = beta * (frame.y.high - frame.y.low) >= alpha * (frame.x.high - frame.x.low)
  const axis = alongX ? frame.x : frame.y
  const steps = frame.x.log || frame.y.log ? 96 : 1
  let path = ''
  for (let i = 0; i <= steps; i++) {
    const share = i / steps
    const own = axis.log
      ? tools.exp(tools.ln(axis.low) * (1 - share) + tools.ln(axis.high) * share)
      : axis.low * (1 - share) + axis.high * share
    const other = alongX ? (alpha * own - level) / beta : (level + beta * own) / alpha
    const x = tools.pixelOf(alongX ? own : other, frame.x, frame.left, frame.right, tools.ln)
    const y = tools.pixelOf(alongX ? other : own, frame.y, frame.bottom, frame.top, tools.ln)
    if (x - x !== 0 || y - y !== 0) continue
    path += `${path === '' ? 'M' : 'L'}${Math.round(x * 100) / 100},${Math.round(y * 100) / 100}`
  }
  return path
}
