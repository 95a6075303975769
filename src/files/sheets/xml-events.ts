import { SaxesParser } from 'saxes'
import { CribaError } from '#core'
import { firstLine } from '#sql'

/** An element may lack any of them. */
export type Attributes = Readonly<Record<string, string | undefined>>

/** What the parser calls; names of elements come without their prefix. */
interface XmlEvents {
  readonly open?: (name: string, attributes: Attributes) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** So many letters without an end of a text or an element: no cell is that long. */
export const longestStretch = 1 << 24

/**
 * Parses the blocks of an XML part until they end, or until `isDone` after a block. Entities of the document
 * are not expanded: they are errors.
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
  const parse = (work: () => void) => {
    try {
      work()
    } catch (cause) {
      throw cause instanceof CribaError ? cause : damaged(label, cause)
    }
  }
  for await (const block of blocks) {
    stretch += block.length
    if (stretch > longestStretch) {
      throw new CribaError('too-large', `too large: ${label} (a text of more than ${longestStretch} letters)`)
    }
    parse(() => parser.write(decoder.decode(block, { stream: true })))
    if (isDone()) return
  }
  parse(() => parser.write(decoder.decode()).close())
}

function damaged(label: string, cause: unknown): CribaError {
  // The decoder throws a TypeError, whose words are about the decoder.
  const words =
    cause instanceof TypeError ? 'letters that are not UTF-8' : firstLine(cause).replace(/\.$/, '')
  const why = words.replace('undefined entity', 'an entity that it does not define')
  return new CribaError('unreadable', `unreadable file: ${label} (the XML in it is damaged: ${why})`, {
    cause,
  })
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
