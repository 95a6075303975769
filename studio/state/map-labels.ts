import { oneLine, scaleOf, shortened, textWidth } from '#report/wording'
import type { Place } from '#report/wording'

/** A name beside its dot. */
interface Label {
  readonly name: string
  readonly text: string
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
  readonly isBold: boolean
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The longest name, in pixels, and the size of the text. */
const [longest, size] = [170, 12]

/**
 * Names where there is room for them: each to the right of its dot, to the left, below or above, in the order
 * given. A name without room has none, unless it is bold: that may cover other dots. All stand in the list,
 * and where a dot is pointed at.
 */
export function labelsOf(
  dots: readonly (Place & { readonly name: string; readonly isBold: boolean; readonly size: number })[],
  taken: readonly Box[],
  { width, height }: { readonly width: number; readonly height: number },
): readonly Label[] {
  const ofDots = dots.map(({ x, y, size: own }) => boxOf(x - own / 2, y - own / 2, own, own))
  const ofNames: Box[] = [...taken]
  const isFree = (box: Box, others: readonly Box[]) => !others.some((other) => meet(box, other))
  return dots.flatMap(({ name, isBold, x, y, size: own }): Label[] => {
    const off = own / 2 + (isBold ? 6 : 4)
    const text = shortened(oneLine(name), Math.min(longest, width / 2.4), size)
    const wide = textWidth(text, isBold ? size * 1.06 : size)
    const places = [
      { x: x + off, y: y + 4, left: x + off - 2, anchor: 'start' },
      { x: x - off, y: y + 4, left: x - off + 2 - wide, anchor: 'end' },
      { x, y: y + off + 10, left: x - wide / 2, anchor: 'middle' },
      { x, y: y - off - 1, left: x - wide / 2, anchor: 'middle' },
    ] as const
    const open = places
      .map(({ left, ...at }) => ({ at, box: boxOf(left, at.y - 11, wide, 15) }))
      .filter(({ box }) => box.left >= 2 && box.right <= width - 2 && box.top >= 0 && box.bottom <= height)
      .filter(({ box }) => isFree(box, ofNames))
    const covered = (box: Box) => ofDots.filter((other) => meet(box, other)).length
    const place = isBold
      ? open.toSorted((a, b) => covered(a.box) - covered(b.box))[0]
      : open.find(({ box }) => covered(box) === 0)
    if (!place) return []
    ofNames.push(place.box)
    return [{ name, text, isBold, ...place.at }]
  })
}

export function boxOf(left: number, top: number, width: number, height: number): Box {
  return { left, right: left + width, top, bottom: top + height }
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** A circle of equal information, and where its number stands. */
export interface RingOfMap {
  readonly tick: number
  readonly radius: number
  readonly text: string
  readonly x: number
  readonly y: number
  readonly box: Box
}

/** Where the numbers may stand, in degrees from the right upwards. */
const directionsOfNumbers = [45, 60, 30, 75, 15, 135, 120, 150, 105, 165, -45, -60, -30, -135]

/** The circles; their numbers stand on one line, where they cover the fewest dots. */
export function ringsOf(
  entropy: number,
  centre: Place,
  radius: number,
  dots: readonly Place[],
  bits: (number: string) => string,
): readonly RingOfMap[] {
  const { ticks, format } = scaleOf({ label: '', from: 0, to: entropy }, [], 5)
  // The last would hide the middle.
  const shown = ticks.filter((tick) => tick <= entropy * 0.9)
  const towards = (degrees: number) =>
    shown.map((tick): RingOfMap => {
      const own = radius * (1 - tick / entropy)
      const text = tick === 0 ? bits('0') : format(tick)
      const angle = (degrees / 180) * Math.PI
      const [x, y] = [centre.x + own * Math.cos(angle), centre.y - own * Math.sin(angle) + 4]
      const wide = textWidth(text, 11)
      return { tick, radius: own, text, x, y, box: boxOf(x - wide / 2, y - 10, wide, 13) }
    })
  const covered = (rings: readonly RingOfMap[]) =>
    dots.filter(({ x, y }) => rings.some(({ box }) => meet(box, boxOf(x - 7, y - 7, 14, 14)))).length
  let best = towards(directionsOfNumbers[0])
  for (const degrees of directionsOfNumbers.slice(1)) {
    const other = towards(degrees)
    if (covered(other) < covered(best)) best = other
  }
  return best
}

/** The nearest dot in a direction: nearer to the line of the arrow counts more. */
export function nearestTowards(dots: readonly Place[], from: number, key: string): number | null {
  const [dx, dy] = directions[key] ?? [0, 0]
  let [best, least]: [number | null, number] = [null, Infinity]
  dots.forEach(({ x, y }, dot) => {
    const [across, down] = [x - dots[from].x, y - dots[from].y]
    const along = across * dx + down * dy
    const aside = Math.abs(across * dy) + Math.abs(down * dx)
    if (dot === from || along <= 0) return
    const cost = along + 2 * aside
    if (cost < least) [best, least] = [dot, cost]
  })
  return best
}

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
