import type { PlacedColumn } from './ksg-columns.ts'

/** How wide strips are, in distances to the k-th neighbour as they are expected. */
const stripWidth = 1.5
/** A strip holds at least so many points. */
const leastPoints = 8

/** The columns that part the strips and order them. */
export interface StripAxes {
  readonly across: number
  readonly along: number
}

/** The two columns that span most, as distances are greatest differences; the one with fewer values parts the strips. */
export function pickAxes(columns: readonly PlacedColumn[]): StripAxes {
  const [a, b] = columns.map((_, i) => i).sort((i, j) => columns[j].spread - columns[i].spread || i - j)
  return columns[a].distinct < columns[b].distinct ? { across: a, along: b } : { across: b, along: a }
}

/** The most strips that so many points of so many levels are cut into. */
export function mostStrips(points: number, levels: number): number {
  // Two strips that follow one another hold more than one is to hold.
  return Math.floor((2 * points) / leastPoints) + 2 * levels
}

/** What the sizes of strips depend on; the results do not. */
export interface StripShape {
  /** What the columns of the joint space span. */
  readonly spreads: readonly number[]
  readonly k: number
  /** How wide a strip is, in distances to the k-th neighbour as they are expected. */
  readonly width: number
}

/** The shape of strips for the joint space of some columns. */
export function shapeOf(columns: readonly PlacedColumn[], k: number): StripShape {
  return { spreads: columns.map(({ spread }) => spread), k, width: stripWidth }
}

/** How many points a strip is to hold, of so many in all, along a column that spans so much. */
export function stripSize({ spreads, k, width }: StripShape, spread: number, points: number): number {
  const within = distanceWithin(spreads, (k + 1) / points)
  const share = spread > 0 ? (0.8 * width * within) / spread : 1 / Math.sqrt(points)
  return Math.max(leastPoints, Math.min(points, Math.ceil(share * points)))
}

/** The distance within which the share of the points is expected, if they spread evenly: Π min(1, 2ε/spread) = share. */
function distanceWithin(spreads: readonly number[], share: number): number {
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
