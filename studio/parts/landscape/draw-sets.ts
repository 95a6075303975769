import type { CountedSets } from '../../state/landscape.ts'

/** How sets are coloured: by how many there are, by their size, or by whether a column is in them. */
export type Colouring = { readonly by: 'density' | 'size' } | { readonly by: 'column'; readonly bit: number }

/** More sets than these are drawn as cells. */
const mostDots = 5000
/** The side of a cell in pixels. */
const cell = 7

interface Palette {
  readonly blue: string
  readonly orange: string
  readonly quiet: string
}

/** Draws sets on a canvas: a dot each, or many as cells. Returns the most sets of a cell; 0 for dots. */
export function drawSets(
  canvas: HTMLCanvasElement,
  { x, y, sizes, masks, names }: CountedSets,
  count: number,
  place: {
    readonly x: (value: number) => number
    readonly y: (value: number) => number
    readonly width: number
    readonly height: number
  },
  colouring: Colouring,
  palette: Palette,
): number {
  const ratio = devicePixelRatio || 1
  canvas.width = Math.round(place.width * ratio)
  canvas.height = Math.round(place.height * ratio)
  const context = canvas.getContext('2d')!
  context.scale(ratio, ratio)
  const sizeShare = (size: number) => (names.length < 2 ? 1 : (size - 1) / (names.length - 1))
  const has = (set: number) => (colouring.by === 'column' ? (masks[set] >> colouring.bit) & 1 : 0)
  if (count <= mostDots) {
    const radius = count > 1500 ? 1.75 : 2.5
    for (let set = 0; set < count; set++) {
      const [left, top] = [place.x(x[set]), place.y(y[set])]
      if (!Number.isFinite(left) || !Number.isFinite(top)) continue
      context.fillStyle =
        colouring.by === 'column' ? (has(set) ? palette.orange : palette.quiet) : palette.blue
      context.globalAlpha = colouring.by === 'size' ? 0.15 + 0.85 * sizeShare(sizes[set]) : 0.55
      context.beginPath()
      context.arc(left, top, radius, 0, 2 * Math.PI)
      context.fill()
    }
    return 0
  }
  const [columns, rows] = [Math.ceil(place.width / cell), Math.ceil(place.height / cell)]
  const counts = new Uint32Array(columns * rows)
  const sums = new Float64Array(columns * rows)
  for (let set = 0; set < count; set++) {
    const [left, top] = [place.x(x[set]), place.y(y[set])]
    if (!(left >= 0 && top >= 0)) continue
    const at = Math.floor(top / cell) * columns + Math.floor(left / cell)
    if (at >= counts.length) continue
    counts[at]++
    sums[at] += colouring.by === 'column' ? has(set) : sizeShare(sizes[set])
  }
  const most = counts.reduce((a, b) => Math.max(a, b), 1)
  for (let at = 0; at < counts.length; at++) {
    if (counts[at] === 0) continue
    const mean = sums[at] / counts[at]
    const box = [(at % columns) * cell, Math.floor(at / columns) * cell, cell - 1, cell - 1] as const
    if (colouring.by === 'column') {
      context.globalAlpha = 0.5
      context.fillStyle = palette.quiet
      context.fillRect(...box)
    }
    context.fillStyle = colouring.by === 'column' ? palette.orange : palette.blue
    context.globalAlpha =
      colouring.by === 'density'
        ? 0.2 + 0.8 * (Math.log(counts[at]) / Math.log(Math.max(2, most)))
        : colouring.by === 'size'
          ? 0.15 + 0.85 * mean
          : mean
    context.fillRect(...box)
  }
  return most
}

/** The place of the set that is nearest to a point, at most so far away; −1 without one. */
export function nearestSet(
  { x, y }: Pick<CountedSets, 'x' | 'y'>,
  count: number,
  place: { readonly x: (value: number) => number; readonly y: (value: number) => number },
  [left, top]: readonly [number, number],
  most = 12,
): number {
  let [nearest, least] = [-1, most * most]
  for (let set = 0; set < count; set++) {
    const distance = (place.x(x[set]) - left) ** 2 + (place.y(y[set]) - top) ** 2
    if (distance < least) [nearest, least] = [set, distance]
  }
  return nearest
}

/** The least and the largest of both numbers. */
export function extentOf(
  { x, y }: Pick<CountedSets, 'x' | 'y'>,
  count: number,
): Readonly<Record<'x' | 'y', readonly [number, number]>> {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let set = 0; set < count; set++) {
    const [a, b] = [x[set], y[set]]
    if (!Number.isFinite(a) || !Number.isFinite(b)) continue
    if (a < left) left = a
    if (a > right) right = a
    if (b < low) low = b
    if (b > high) high = b
  }
  return { x: [left, right], y: [low, high] }
}
