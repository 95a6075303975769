// A reader of strict XML, small and apart from what writes it.

export interface MarkupElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: (MarkupElement | string)[]
}

/** The root of a picture; throws where the text is not well formed. */
export function parseMarkup(text: string): MarkupElement {
  const root: MarkupElement = { name: '', attributes: {}, children: [] }
  const open = [root]
  let at = 0
  const pieces = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z][a-zA-Z0-9-]*="[^"<]*")*)(\/?)>|([^<]+)/y
  while (at < text.length) {
    pieces.lastIndex = at
    const piece = pieces.exec(text)
    if (piece === null) throw new Error(`not well formed: ${text.slice(at, at + 60)}`)
    at = pieces.lastIndex
    const [, slash, name, attributes, empty, content] = piece
    const parent = open[open.length - 1]
    if (content !== undefined) parent.children.push(unescaped(content))
    else if (slash === '/') {
      if (open.pop()!.name !== name) throw new Error(`wrong end: ${name}`)
    } else {
      const pairs = [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [
        key,
        unescaped(value),
      ])
      if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error(`attribute twice: ${name}`)
      const element = { name, attributes: Object.fromEntries(pairs) as Record<string, string>, children: [] }
      parent.children.push(element)
      if (empty === '') open.push(element)
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('not one element')
  return root.children[0] as MarkupElement
}

function unescaped(text: string): string {
  if (/&(?!#\d+;|amp;|lt;|gt;|quot;)/.test(text)) throw new Error(`not escaped: ${text}`)
  if (/(?![\n\t\r\u007f-\u009f])\p{Cc}|\p{Cs}/u.test(text)) throw new Error('a character that XML lacks')
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

/** All elements of a name below an element, in order; of every name without one. */
export function elementsOf(element: MarkupElement, name?: string): MarkupElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return []
    return [...(name === undefined || child.name === name ? [child] : []), ...elementsOf(child, name)]
  })
}

/** The text of an element without that of its titles. */
export function textOf(element: MarkupElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : child.name === 'title' ? '' : textOf(child)))
    .join('')
}

/** An element with where it stands after all moves above it. */
export interface PlacedElement {
  readonly element: MarkupElement
  readonly x: number
  readonly y: number
}

/** All elements with the sums of their moves; turned ones are left out. */
export function placedElements(element: MarkupElement, x = 0, y = 0): PlacedElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return []
    const moves = /^translate\(([^,)]+)(?:,([^)]+))?\)$/.exec(
      child.attributes['transform'] ?? 'translate(0,0)',
    )
    if (moves === null) return []
    const place = { x: x + Number(moves[1]), y: y + Number(moves[2] ?? 0) }
    return [{ element: child, ...place }, ...placedElements(child, place.x, place.y)]
  })
}
