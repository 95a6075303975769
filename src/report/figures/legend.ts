import { colour } from './palette.ts'
import { tag, textTag } from './svg.ts'
import { shortened, textWidth } from './text-width.ts'

export interface LegendItem {
  readonly label: string
  readonly colour: string
  readonly mark: 'box' | 'line' | 'ring' | 'symbol'
  /** The number of the symbol. */
  readonly symbol?: number
  readonly dash?: string
  readonly opacity?: number
}

const row = 20

/** What the colours of a figure mean, in as many rows as that takes. */
export function legend(items: readonly LegendItem[], width: number): { content: string; height: number } {
  if (items.length === 0) return { content: '', height: 0 }
  let [x, y] = [0, 0]
  const content = items.map((item) => {
    const label = shortened(item.label, Math.min(220, width - 24))
    const size = 22 + textWidth(label) + 14
    if (x > 0 && x + size - 14 > width) [x, y] = [0, y + row]
    const drawn = sample(item, x, y + 9) + textTag(label, { x: x + 22, y: y + 13 }, item.label)
    x += size
    return drawn
  })
  return { content: content.join(''), height: y + row + 8 }
}

function sample({ colour: fill, mark, dash, opacity, symbol }: LegendItem, x: number, y: number): string {
  if (mark === 'line') {
    const ends = { x1: x, x2: x + 16, y1: y, y2: y }
    return tag('line', { ...ends, stroke: fill, 'stroke-width': 2.5, 'stroke-dasharray': dash })
  }
  if (mark === 'symbol') return tag('path', { d: symbolPath(symbol ?? 0, x + 8, y, 4), fill })
  if (mark === 'ring')
    return tag('circle', { cx: x + 8, cy: y, r: 4.5, fill: 'none', stroke: fill, 'stroke-width': 2 })
  const box = { x: x + 2, y: y - 6, width: 12, height: 12, rx: 1 }
  return tag('rect', {
    ...box,
    fill,
    'fill-opacity': opacity,
    stroke: opacity === 0 ? colour('rule') : undefined,
  })
}

/** The corners of forms as large as a circle of radius 1; the first is the circle. */
const corners: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [
    [-0.9, -0.9],
    [0.9, -0.9],
    [0.9, 0.9],
    [-0.9, 0.9],
  ],
  [
    [0, -1.3],
    [1.2, 0.85],
    [-1.2, 0.85],
  ],
  [
    [0, -1.35],
    [1.35, 0],
    [0, 1.35],
    [-1.35, 0],
  ],
  [
    [-0.45, -1.3],
    [0.45, -1.3],
    [0.45, -0.45],
    [1.3, -0.45],
    [1.3, 0.45],
    [0.45, 0.45],
    [0.45, 1.3],
    [-0.45, 1.3],
    [-0.45, 0.45],
    [-1.3, 0.45],
    [-1.3, -0.45],
    [-0.45, -0.45],
  ],
  [
    [0, 1.3],
    [1.2, -0.85],
    [-1.2, -0.85],
  ],
]

/** The form of the i-th series, as Plot draws it. */
export function symbolOf(i: number): { draw(context: CanvasPath, size: number): void } {
  const points = corners[i % corners.length]
  return {
    draw: (context, size) => {
      const radius = Math.sqrt(size / Math.PI)
      if (points.length === 0) context.arc(0, 0, radius, 0, 2 * Math.PI)
      points.forEach(([x, y], at) =>
        at === 0 ? context.moveTo(x * radius, y * radius) : context.lineTo(x * radius, y * radius),
      )
      if (points.length > 0) context.closePath()
    },
  }
}

/** The form of the i-th series around a point. */
function symbolPath(i: number, x: number, y: number, radius: number): string {
  const points = corners[i % corners.length]
  if (points.length === 0) return circlePath(x, y, radius)
  return `M${points.map(([dx, dy]) => `${x + dx * radius},${y + dy * radius}`).join('L')}Z`
}

function circlePath(x: number, y: number, radius: number): string {
  const arc = `a${radius},${radius},0,1,1`
  return `M${x - radius},${y}${arc},${2 * radius},0${arc},${-2 * radius},0`
}
