import { number, invalidPart, objectIn, settleParts, textIn, choice } from '#core'
import type { Chart, PartsOf, ReportLanguage } from '#core'
import { barDrawing } from './bars.ts'
import { graphDrawing } from './graph.ts'
import { histogramDrawing } from './histograms.ts'
import { landscapeDrawing } from './landscape.ts'
import { lineDrawing } from './lines.ts'
import { matrixDrawing } from './matrix.ts'
import { ownStyle } from './palette.ts'
import { pointDrawing } from './points.ts'
import { scatterDrawing } from './scatter.ts'
import { emptyDrawing, escapeXml, tag, textTag } from './svg.ts'
import type { Drawing } from './svg.ts'
import { wrapped } from './text-width.ts'
import { figureWords } from './words.ts'
import type { FigureWords } from './words.ts'

/** How a figure is drawn. */
export interface FigureOptions {
  /** In pixels, 240 or more; 704 by default. Narrow figures are laid out anew, with the same size of text. */
  readonly width?: number
  /** `page`: without a style and a visible title, for a page that has both. `file` by default. */
  readonly use?: 'file' | 'page'
  /** Of its legend and its notes; the texts of the chart are as they are. English by default. */
  readonly language?: ReportLanguage
}

const figureParts = {
  width: number({ min: 0, default: 704 }),
  use: choice(['file', 'page'], { default: 'file' }),
  language: choice(['en', 'es'], { default: 'en' }),
} satisfies PartsOf<FigureOptions>

const fonts = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

/**
 * A chart as an SVG picture that stands by itself: with its title, its own colours for light and dark
 * screens, and a description for those who cannot see it. The same chart gives the same text everywhere.
 */
export function figureSvg(chart: Chart, options: FigureOptions = {}): string {
  checkChart(chart)
  const { width: asked, use, language } = settleParts('a figure', figureParts, options)
  const width = Math.max(240, Math.round(asked))
  const page = use === 'page'
  const drawing = drawingOf(chart, width, page, figureWords[language])
  const margin = page ? 0 : 16
  const heading = page ? [] : wrapped(chart.title, width, 15)
  const notes = drawing.notes.flatMap((note) => wrapped(note, width, 12))
  const top = margin + (heading.length === 0 ? 0 : heading.length * 20 + 12)
  const bottom = top + drawing.height
  const height = bottom + (notes.length === 0 ? 0 : notes.length * 17 + 8) + margin
  const size = { width: width + 2 * margin, height }
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    class: 'figure',
    role: 'img',
    ...size,
    viewBox: `0 0 ${size.width} ${size.height}`,
    'font-family': fonts,
    'font-size': 13,
    fill: 'currentColor',
    color: page ? undefined : '#1c1f23',
  }
  return tag(
    'svg',
    attributes,
    tag('title', {}, escapeXml(chart.title)),
    tag('desc', {}, escapeXml([chart.caption, ...drawing.notes].join(' '))),
    page ? '' : tag('style', {}, ownStyle()),
    ...heading.map((text, i) =>
      textTag(text, { x: margin, y: margin + 15 + i * 20, 'font-size': 15, 'font-weight': 600 }),
    ),
    tag('g', { transform: `translate(${margin},${top})` }, drawing.content),
    ...notes.map((text, i) => textTag(text, { x: margin, y: bottom + 18 + i * 17, 'font-size': 12 })),
  )
}

/** Refuses what is no chart: a program without types may give anything. */
export function checkChart(chart: unknown): void {
  const { kind, title } = objectIn('chart', chart, 'a chart of a report') as {
    kind?: unknown
    title?: unknown
  }
  if (
    textIn('kind of chart', kind, 'its name') === null ||
    textIn('title of the chart', title, 'a text') === null
  )
    throw invalidPart('chart', chart, 'its kind and its title')
}

function drawingOf(chart: Chart, width: number, page: boolean, words: FigureWords): Drawing {
  switch (chart.kind) {
    case 'bars':
      return barDrawing(chart, width, words)
    case 'lines':
      return lineDrawing(chart, width, words)
    case 'points':
      return pointDrawing(chart, width, words)
    case 'matrix':
      return matrixDrawing(chart, width, words)
    case 'graph':
      return graphDrawing(chart, width, words)
    case 'histograms':
      return histogramDrawing(chart, width, words)
    case 'scatter':
      return scatterDrawing(chart, width, words)
    case 'landscape':
      return landscapeDrawing(chart, width, words, page)
    default:
      return emptyDrawing([words.unknownKind((chart as Chart).kind)], words)
  }
}
