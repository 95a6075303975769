import type { PlacedColumn } from './ksg-columns.ts'

/** The width of strips in expected distances to the k-th neighbour. */
const stripWidth = 1.5
/** The fewest points of a strip. */
const leastPoints = 8

/** The columns that divide the strips and that sort them. */
export interface StripAxes {
  readonly across: number
  readonly along: number
}

/**
 * The two columns with the widest ranges, because distances are maximum differences; the one with fewer
 * values divides the strips.
 */
export function pickAxes(columns: readonly PlacedColumn[]): StripAxes {
  const [a, b] = columns.map((_, i) => i).sort((i, j) => columns[j].spread - columns[i].spread || i - j)
  return columns[a].distinct < columns[b].distinct ? { across: a, along: b } : { across: b, along: a }
}

/** The most strips for a number of points and levels. */
export function mostStrips(points: number, levels: number): number {
  // Two consecutive strips have more points than the size of one.
  return Math.floor((2 * points) / leastPoints) + 2 * levels
}

/** The parameters of strip sizes; results do not depend on them. */
export interface StripShape {
  /** The ranges of the columns of the joint space. */
  readonly spreads: readonly number[]
  readonly k: number
  /** The width of a strip in expected distances to the k-th neighbour. */
  readonly width: number
}

/** The shape of strips for the joint space of some columns. */
export function shapeOf(columns: readonly PlacedColumn[], k: number): StripShape {
  return { spreads: columns.map(({ spread }) => spread), k, width: stripWidth }
}

/** The number of points in a strip, of `points` in all, along a column with range `spread`. */
export function stripSize({ spreads, k, width }: StripShape, spread: number, points: number): number {
  const within = expectedDistance(spreads, (k + 1) / points)
  const share = spread > 0 ? (0.8 * width * within) / spread : 1 / Math.sqrt(points)
  return Math.max(leastPoints, Math.min(points, Math.ceil(share * points)))
}

/** The distance within which a share of evenly spread points is expected: Π min(1, 2ε/spread) = share. */
function expectedDistance(spreads: readonly number[], share: number): number {
  let least = 0
  let most = Math.max(...spreads)
  for (let step = 0; step < 40; step++) {
    const middle = (least + most) / 2
    const expected = spreads.reduce(
      (part, spread) => part * Math.min(1, (2 * middle) / (spread || middle)),
      1,
    )
    if (expected < share) least = middle
    else most = middle
  }
  return most
}
