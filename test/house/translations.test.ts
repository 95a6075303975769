// A translated page has all that its English page has: a sentence or a warning that is added there is missing here.
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '../../tools/site/markdown.js'
import { filesBelow, textOf } from './imports.ts'

const pairs: readonly (readonly [english: string, spanish: string])[] = [
  ['README.md', 'README.es.md'],
  ...filesBelow('docs/es', '.md').map((path) => [path.replace('docs/es/', 'docs/'), path] as const),
]

/** Blocks of a page that are counted, by their tags. */
const blocks = ['h1', 'h2', 'h3', 'h4', 'p', 'li', 'tr', 'pre'] as const

/** What both pages have: the number of blocks, code as it is, and what is linked to. */
function partsOf(path: string) {
  const links: string[] = []
  const { html } = renderMarkdown(textOf(path), (link) => {
    links.push(targetOf(path, link))
    return link
  })
  const between = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'g'))].map(([, text]) => text)
  return {
    blocks: Object.fromEntries(blocks.map((tag) => [tag, between(tag).length])),
    programs: between('pre'),
    code: between('code').sort(),
    links: links.sort(),
  }
}

/** The English file that a link leads to; places in a page have names of their own in each language. */
function targetOf(path: string, link: string): string {
  if (/^https?:/.test(link)) return link
  const [file] = link.split('#')
  const target = file === '' ? path : posix.join(posix.dirname(path), file)
  return target.replace('docs/es/', 'docs/').replace('README.es.md', 'README.md')
}

describe.each(pairs)('%s in Spanish', (english, spanish) => {
  const [original, translation] = [partsOf(english), partsOf(spanish)]

  it('has the same headings, paragraphs, items and rows, but for the line that leads back', () => {
    expect(translation.blocks).toEqual({ ...original.blocks, p: original.blocks['p'] + 1 })
  })

  it('has the same programs, output and names', () => {
    expect(translation.programs).toEqual(original.programs)
    expect(translation.code).toEqual(original.code)
  })

  it('leads to the same pages', () => {
    // Each leads to the other once.
    expect(translation.links).toEqual(original.links)
  })
})
