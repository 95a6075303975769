/** A frame over the sets, in the values of both axes. */
export interface Brush {
  readonly x: readonly [number, number]
  readonly y: readonly [number, number]
}

interface Ends {
  readonly low: number
  readonly high: number
}

/** An arrow moves a frame by so much of an axis, or its edge. */
const step = 1 / 40
/** A frame begins with so much of both. */
const first = 1 / 4

/**
 * The frame after an arrow: it moves, or with Shift its right or lower edge does, and it stays within the
 * axes. Without a frame one begins around a place. Less of y stands above. Null for other keys.
 */
export function movedFrame(
  brush: Brush | null,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  axes: { readonly x: Ends; readonly y: Ends },
  around: { readonly x: number; readonly y: number },
): Brush | null {
  const [across, down] = arrows[key] ?? [0, 0]
  if (across === 0 && down === 0) return null
  if (!brush) return { x: begun(axes.x, around.x), y: begun(axes.y, around.y) }
  return { x: moved(brush.x, across, shiftKey, axes.x), y: moved(brush.y, down, shiftKey, axes.y) }
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function begun({ low, high }: Ends, around: number): readonly [number, number] {
  const half = ((high - low) * first) / 2
  return [Math.max(low, around - half), Math.min(high, around + half)]
}

function moved(
  [from, to]: readonly [number, number],
  by: number,
  isEdge: boolean,
  { low, high }: Ends,
): readonly [number, number] {
  const own = (high - low) * step
  // An edge stops a step from the other; a frame keeps its size at the end of an axis.
  if (isEdge) return [from, by === 0 ? to : Math.max(from + own, Math.min(high, to + by * own))]
  const shift = Math.max(low - from, Math.min(high - to, by * own))
  return [from + shift, to + shift]
}
