import { tag } from './svg-text.ts'

/**
 * Many dots in few elements: each dot is a stroke of no length with a round end. Dots of different layers
 * darken where they overlap.
 */
export function dots(
  points: readonly { readonly x: number; readonly y: number }[],
  {
    radius,
    colour,
    opacity,
    layers = 6,
  }: { radius: number; colour: string; opacity: number; layers?: number },
): string {
  const style = { fill: 'none', stroke: colour, 'stroke-opacity': opacity, 'stroke-width': 2 * radius }
  return Array.from({ length: layers }, (_, layer) => {
    const d = points.filter((_point, i) => i % layers === layer).map(({ x, y }) => `M${x},${y}h0`)
    return d.length === 0 ? '' : tag('path', { d: d.join(''), ...style, 'stroke-linecap': 'round' })
  }).join('')
}
