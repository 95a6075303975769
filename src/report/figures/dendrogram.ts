import { colour } from './palette.ts'
import { tag, textTag } from './svg-text.ts'
import type { MatrixChart } from '../../trace/chart.ts'

/** The tree beside the rows: each merge a bracket at its height. */
export function treeOf(
  tree: NonNullable<MatrixChart['tree']>,
  leaves: number,
  row: number,
  box: { readonly x: number; readonly y: number; readonly width: number },
): string {
  const top = tree.reduce((most, { height }) => (height > most && height <= 1e307 ? height : most), 0)
  const xOf = (height: number) => box.x + (top > 0 ? Math.min(1, Math.max(0, height / top)) : 1) * box.width
  const nodes = Array.from({ length: leaves }, (_, i) => ({ x: box.x, y: box.y + (i + 0.5) * row }))
  const path = tree.map(({ a, b, height }) => {
    const [first, second] = [nodes[a], nodes[b]]
    const x = xOf(height)
    nodes.push({ x, y: (first.y + second.y) / 2 })
    return `M${first.x},${first.y}H${x}V${second.y}H${second.x}`
  })
  const bottom = box.y + leaves * row + 15
  const end = top === 0 ? '0' : String(Number(top.toPrecision(2))).replaceAll('-', '−')
  const scale = { y: bottom, 'font-size': 12, fill: colour('muted') }
  return [
    tag('path', { d: path.join(''), fill: 'none', stroke: colour('rule'), 'stroke-width': 1.25 }),
    textTag('0', { ...scale, x: box.x }),
    textTag(end, { ...scale, x: box.x + box.width, 'text-anchor': 'end' }),
  ].join('')
}
