import type { MatrixChart } from '#core'
import { colour } from './palette.ts'
import { inkOn, ramp, shadeOf } from './shades.ts'
import type { Shade } from './shades.ts'
import { emptyDrawing, tag, textTag } from './svg.ts'
import type { Drawing } from './svg.ts'
import { oneLine, shortened, textWidth } from './text-width.ts'
import type { FigureWords } from './words.ts'

/** What is drawn where, in pixels. */
interface Grid {
  readonly left: number
  readonly top: number
  readonly cell: number
  readonly row: number
}

/**
 * A heat map with its labels, the numbers in its cells where these are large enough, and its tree beside the
 * rows.
 */
export function matrixDrawing(chart: MatrixChart, width: number, words: FigureWords): Drawing {
  const { labels, values, tree, value } = chart
  const columns = chart.columns ?? labels
  if (labels.length === 0 || columns.length === 0) return emptyDrawing([], words)
  const treeWidth = tree === undefined || tree.length === 0 ? 0 : Math.min(110, width * 0.18)
  const longest = Math.max(...labels.map((label) => textWidth(oneLine(label), 12)))
  const left = Math.min(longest, width * 0.28) + 10
  const cell = Math.min(46, (width - left - treeWidth - 8) / columns.length)
  const row = Math.min(34, Math.max(cell, labels.length <= 120 ? 13 : 4))
  const heads =
    cell >= 11 ? Math.min(120, Math.max(...columns.map((label) => textWidth(oneLine(label), 12)))) : 0
  const key = ramp(values.flat(), value, width, words)
  const grid = { left, top: heads + 10, cell, row }
  const bottom = grid.top + labels.length * row
  const shade = shadeOf(values.flat(), value)
  const right = left + columns.length * cell
  const content = [
    ...(row >= 13 ? labels.map((label, i) => rowLabel(label, i, grid)) : []),
    ...(heads > 0 ? columns.map((label, i) => columnLabel(label, i, heads, grid)) : []),
    cellsOf(values, shade, grid),
    cell >= 38 ? numbersOf(values, shade, grid) : '',
    treeWidth > 0
      ? treeOf(tree!, labels.length, row, { x: right + 8, y: grid.top, width: treeWidth - 12 })
      : '',
  ]
  const hidden = { rows: row < 13, columns: heads === 0 }
  return {
    height: key.height + bottom + (treeWidth > 0 ? 24 : 4),
    content: key.content + tag('g', { transform: `translate(0,${key.height})` }, ...content),
    notes: hidden.rows || hidden.columns ? [words.hiddenNames(hidden.rows, hidden.columns)] : [],
  }
}

function rowLabel(label: string, i: number, { left, top, row }: Grid): string {
  const place = { x: left - 6, y: top + (i + 0.5) * row + 4.2, 'text-anchor': 'end', 'font-size': 12 }
  return textTag(shortened(label, left - 8, 12), place, label)
}

function columnLabel(label: string, i: number, width: number, { left, top, cell }: Grid): string {
  const x = left + (i + 0.5) * cell + 4.2
  const place = { transform: `translate(${x},${top - 6})rotate(-90)`, 'font-size': 12 }
  return textTag(shortened(label, width, 12), place, label)
}

/** One path for each shade; a cell without a value has a stroke through it. */
function cellsOf(values: MatrixChart['values'], shade: (value: number | null) => Shade, grid: Grid): string {
  const { left, top, cell, row } = grid
  const gap = Math.min(cell, row) >= 8 ? 1 : 0
  const paths = new Map<string, { shade: Shade; d: string[] }>()
  const strokes: string[] = []
  values.forEach((line, i) =>
    line.forEach((value, j) => {
      const own = shade(value)
      const [x, y] = [left + j * cell, top + i * row]
      if (own.level === null)
        strokes.push(`M${x + cell * 0.3},${y + row * 0.7}L${x + cell * 0.7},${y + row * 0.3}`)
      const key = `${own.colour} ${own.opacity}`
      const path = paths.get(key) ?? { shade: own, d: [] }
      path.d.push(`M${x},${y}h${cell - gap}v${row - gap}h${gap - cell}z`)
      paths.set(key, path)
    }),
  )
  const drawn = [...paths.values()].map(({ shade: { colour: fill, opacity }, d }) =>
    tag('path', { d: d.join(''), fill, 'fill-opacity': opacity }),
  )
  const missing =
    strokes.length === 0 ? '' : tag('path', { d: strokes.join(''), fill: 'none', stroke: colour('rule') })
  return drawn.join('') + missing
}

/** Numbers in cells: dark on bright shades, bright on dark ones. */
function numbersOf(
  values: MatrixChart['values'],
  shade: (value: number | null) => Shade,
  grid: Grid,
): string {
  const { left, top, cell, row } = grid
  const areWhole = values.flat().every((value) => value === null || Number.isInteger(value))
  return values
    .flatMap((line, i) =>
      line.flatMap((value, j) => {
        if (value === null || !Number.isFinite(value)) return []
        const text = cellNumber(value, areWhole)
        const place = { x: left + (j + 0.5) * cell, y: top + (i + 0.5) * row + 3.8, 'text-anchor': 'middle' }
        const fill = inkOn(shade(value))
        return textWidth(text, 11) > cell - 2 ? [] : [textTag(text, { ...place, 'font-size': 11, fill })]
      }),
    )
    .join('')
}

/**
 * Two decimals, or as many digits as a small or a large number needs; never 0 for what is not 0. Whole
 * numbers have none.
 */
function cellNumber(value: number, areWhole: boolean): string {
  const size = Math.abs(value)
  if (areWhole && size < 1e4) return String(value).replace('-', '−')
  if (size === 0 || (size >= 0.005 && size < 10)) return value.toFixed(2).replace('-', '−')
  if (size < 0.0005 || size >= 1e4) return value.toExponential(0).replace('e+', 'e').replaceAll('-', '−')
  return (size < 1 ? value.toFixed(3) : String(Number(value.toPrecision(3)))).replace('-', '−')
}

/** The tree beside the rows: each merge a bracket at its height. */
function treeOf(
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
