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
export function symbolPath(i: number, x: number, y: number, radius: number): string {
  const points = corners[i % corners.length]
  if (points.length === 0) return circlePath(x, y, radius)
  return `M${points.map(([dx, dy]) => `${x + dx * radius},${y + dy * radius}`).join('L')}Z`
}

function circlePath(x: number, y: number, radius: number): string {
  const arc = `a${radius},${radius},0,1,1`
  return `M${x - radius},${y}${arc},${2 * radius},0${arc},${-2 * radius},0`
}
