import { showUnseen } from '#core'
import { paint } from './palette.ts'
import type { FigureWords } from './words.ts'

type Attributes = Readonly<Record<string, string | number | undefined>>

const geometry =
  /^(d|[xyr]|[cdr]x|[cdr]y|[xy][12]|width|height|points|transform|viewBox|opacity|(fill|stroke)-opacity|stroke-width|font-size)$/

/**
 * An element of a picture. Numbers of its geometry have two decimals, so that pictures are the same
 * everywhere.
 */
export function tag(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const classes: string[] = []
  const written = Object.entries(attributes).flatMap(([key, given]) => {
    if (given === undefined || given === '') return []
    let value = String(given)
    if (key === 'class') {
      classes.push(value)
      return []
    }
    if (key === 'fill' || key === 'stroke') {
      const painted = paint(key, value)
      if (painted.className !== undefined) classes.push(painted.className)
      value = painted.value
    }
    return [` ${key}="${escapeXml(geometry.test(key) ? rounded(value) : value)}"`]
  })
  if (classes.length > 0) written.push(` class="${classes.join(' ')}"`)
  const inner = content.join('')
  return inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>`
}

/** A text in a picture; `full` is shown where the pointer rests, if it says more. */
export function textTag(text: string, attributes: Attributes, full = text): string {
  return tag('text', attributes, escapeXml(text), full === text ? '' : titleTag(full))
}

/** What is shown where the pointer rests on an element. */
export function titleTag(text: string): string {
  return tag('title', {}, escapeXml(text))
}

/** What a drawn element contains, as text. Styles, classes and roles of Plot are left out. */
export function contentOf(element: Element): string {
  return [...element.childNodes].map((node) => textOf(node)).join('')
}

function textOf(node: Node): string {
  if (node.nodeType === 3) return escapeXml(node.textContent ?? '')
  if (node.nodeType !== 1) return ''
  const element = node as Element
  if (element.localName === 'style') return ''
  const kept = [...element.attributes].filter(({ name }) => !/^(class|aria-.*|role)$/.test(name))
  const content = contentOf(element)
  if (element.localName === 'g' && content === '') return ''
  return tag(element.localName, Object.fromEntries(kept.map(({ name, value }) => [name, value])), content)
}

/**
 * A text as XML that shows it: what nobody would see is escaped, what XML has no way to write is replaced.
 */
export function escapeXml(text: string): string {
  return showUnseen(text)
    .replace(/[\p{Cs}\ufffe\uffff]|(?![\t\n\r\u007f-\u009f])\p{Cc}/gu, '\ufffd')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function rounded(text: string): string {
  return text.replace(/-?\d*\.\d+(e[-+]?\d+)?|-?\d+e[-+]?\d+/g, (number) => String(round(Number(number))))
}

/** Two decimals; never −0. */
function round(x: number): number {
  return Math.round(x * 100) / 100 + 0
}

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

/** A figure without its frame: elements of SVG in a box, and what must be said about them. */
export interface Drawing {
  readonly height: number
  readonly content: string
  /** Sentences under the figure, such as which values have no place in it. */
  readonly notes: readonly string[]
}

/** A figure of data that has nothing to draw. */
export function emptyDrawing(notes: readonly string[], words: FigureWords): Drawing {
  return { height: 4, content: '', notes: [words.nothing, ...notes] }
}
