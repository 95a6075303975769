import { shortened, textWidth } from './text-width.ts'

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface PlacedLabel {
  readonly text: string
  readonly full: string
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
}

const size = 12

/** Labels of points: right, left, above or below of each, where they meet no point and no label before; else none. */
export function placeLabels(
  points: readonly { readonly x: number; readonly y: number; readonly label: string | undefined }[],
  frame: Box,
): PlacedLabel[] {
  const taken: Box[] = points.map(({ x, y }) => ({ left: x - 4, right: x + 4, top: y - 4, bottom: y + 4 }))
  return points.flatMap(({ x, y, label }) => {
    if (label === undefined) return []
    const text = shortened(label, Math.min(180, (frame.right - frame.left) * 0.45), size)
    const width = textWidth(text, size)
    const places = [
      { x: x + 8, y: y + 4, anchor: 'start', left: x + 8 },
      { x: x - 8, y: y + 4, anchor: 'end', left: x - 8 - width },
      { x, y: y - 8, anchor: 'middle', left: x - width / 2 },
      { x, y: y + 17, anchor: 'middle', left: x - width / 2 },
    ] as const
    for (const { left, ...place } of places) {
      const box = { left, right: left + width, top: place.y - size + 2, bottom: place.y + 3 }
      if (!inside(box, frame) || taken.some((other) => meet(box, other))) continue
      taken.push(box)
      return [{ text, full: label, ...place }]
    }
    return []
  })
}

function inside(box: Box, frame: Box): boolean {
  return (
    box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom
  )
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
