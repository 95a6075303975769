import { SaxesParser } from 'saxes'
import { CribaError } from '#core'

/** What the parser calls; names of elements come without their prefix. */
export interface XmlEvents {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** So many letters without an end of a text or an element: no cell is that long. */
const longestStretch = 1 << 24

/**
 * Parses the blocks of an XML part until they end, or until `isDone` after a block. Entities of the document are not
 * expanded: they are errors.
 */
export async function parseXml(
  blocks: AsyncIterable<Uint8Array>,
  label: string,
  { open, close, text }: XmlEvents,
  isDone: () => boolean = () => false,
): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  let stretch = 0
  parser.on('opentag', ({ name, attributes }) => {
    stretch = 0
    open?.(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    stretch = 0
    close?.(localName(name))
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  for await (const block of blocks) {
    stretch += block.length
    if (stretch > longestStretch) {
      throw new CribaError('too-large', `too large: ${label} (a text of more than ${longestStretch} letters)`)
    }
    parser.write(decoder.decode(block, { stream: true }))
    if (isDone()) return
  }
  parser.write(decoder.decode()).close()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
