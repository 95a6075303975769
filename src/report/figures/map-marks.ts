import type { PairInteraction } from '#core'

/** A place in a figure. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** The level of all pairs together at which a synergy is drawn. */
const level = 0.05

/** Synergies to be drawn, and what they are out of. */
interface DrawnSynergies {
  /** The strongest first. */
  readonly drawn: readonly PairInteraction[]
  /** How many are significant. */
  readonly found: number
  readonly pairs: number
  /** Whether pairs have p-values. */
  readonly isTested: boolean
}

/**
 * The pairs that tell more together than apart: of interaction above 0, significant at 0.05 divided by the
 * number of pairs, the `most` largest. Where pairs have no p-values, the largest are drawn as they are.
 */
export function strongestSynergies(pairs: readonly PairInteraction[], most: number): DrawnSynergies {
  const isTested = pairs.some(({ pValue }) => pValue !== undefined)
  const found = pairs.filter(
    ({ interaction, pValue }) =>
      interaction > 0 && (!isTested || (pValue !== undefined && pValue <= level / pairs.length)),
  )
  const drawn = found.toSorted((a, b) => b.interaction - a.interaction).slice(0, most)
  return { drawn, found: found.length, pairs: pairs.length, isTested }
}

/**
 * The outline of dots that belong together: a polygon, or lines between them where a polygon would hold
 * strangers.
 */
interface Outline {
  readonly polygon: readonly Place[] | null
  readonly lines: readonly (readonly [Place, Place])[]
}

/** The convex hull of some dots; their shortest tree where another dot is inside, or nearer than `room`. */
export function outlineOf(members: readonly Place[], others: readonly Place[], room: number): Outline {
  const hull = hullOf(members)
  const isAlone = !others.some((other) => isWithin(hull, other, room))
  return isAlone ? { polygon: hull, lines: [] } : { polygon: null, lines: treeOf(members) }
}

/** The convex hull, counterclockwise where y points upwards (Andrew 1979). */
export function hullOf(places: readonly Place[]): readonly Place[] {
  const sorted = places.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const half = (list: readonly Place[]) => {
    const chain: Place[] = []
    for (const place of list) {
      while (chain.length > 1 && side(chain[chain.length - 2], chain[chain.length - 1], place) <= 0)
        chain.pop()
      chain.push(place)
    }
    return chain.slice(0, -1)
  }
  const hull = [...half(sorted), ...half(sorted.toReversed())]
  return hull.length > 0 ? hull : sorted.slice(0, 1)
}

/** The shortest lines that join all places (Prim 1957), begun at the first. */
export function treeOf(places: readonly Place[]): readonly (readonly [Place, Place])[] {
  const [first, ...rest] = places
  if (!first) return []
  const inside = [first]
  const lines: (readonly [Place, Place])[] = []
  while (rest.length > 0) {
    let best = { at: 0, from: inside[0], apart: Infinity }
    rest.forEach((place, at) => {
      for (const from of inside) {
        const apart = apartOf(from, place)
        if (apart < best.apart) best = { at, from, apart }
      }
    })
    const [next] = rest.splice(best.at, 1)
    inside.push(next)
    lines.push([best.from, next])
  }
  return lines
}

function isWithin(hull: readonly Place[], place: Place, room: number): boolean {
  const edges = hull.map((from, i) => [from, hull[(i + 1) % hull.length]] as const)
  if (hull.length > 2 && edges.every(([from, to]) => side(from, to, place) >= 0)) return true
  return edges.some(([from, to]) => toLine(from, to, place) < room)
}

/** The distance of a place to a line that ends. */
function toLine(from: Place, to: Place, place: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  const share = square > 0 ? ((place.x - from.x) * dx + (place.y - from.y) * dy) / square : 0
  const t = Math.min(1, Math.max(0, share))
  return apartOf(place, { x: from.x + t * dx, y: from.y + t * dy })
}

/** Above 0 where a place is to the left of a line. */
function side(from: Place, to: Place, place: Place): number {
  return (to.x - from.x) * (place.y - from.y) - (to.y - from.y) * (place.x - from.x)
}

function apartOf(a: Place, b: Place): number {
  return Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y))
}
