// Links and paths in the papers, and the length of the README.
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '../../tools/site/markdown.js'
import { filesBelow, root, textOf } from './imports.ts'

const papers = [
  'README.md',
  'README.es.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  'examples/README.md',
  ...filesBelow('docs', '.md'),
  ...filesBelow('src', '.md'),
]

/** The anchors of a page's headings, as GitHub makes them, and its links, as written. */
function readPaper(path: string) {
  const links: string[] = []
  const { html } = renderMarkdown(textOf(path), (link) => {
    links.push(link)
    return link
  })
  const anchors = [...html.matchAll(/<h[1-6] id="([^"]*)"/g)].map(([, anchor]) => anchor)
  return { anchors, links }
}

/** The links of a page to files or headings that do not exist. */
function brokenLinks(path: string): string[] {
  return readPaper(path).links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [file, anchor] = link.split('#')
    const target = file === '' ? path : posix.join(posix.dirname(path), file)
    if (!existsSync(root + target)) return true
    return anchor !== undefined && !readPaper(target).anchors.includes(decodeURIComponent(anchor))
  })
}

/** The paths in the code spans of a page that do not exist; spans such as `src/**` or `<name>` are no paths. */
function missingPaths(path: string): string[] {
  const spans = [
    ...textOf(path).matchAll(/`((?:src|cli|assembly|test|tools|bench|schema|docs|examples)\/[\w./-]*)`/g),
  ]
  return spans.map(([, span]) => span).filter((span) => !existsSync(root + span))
}

describe.each(papers)('%s', (path) => {
  it('links to files and headings that exist', () => expect(brokenLinks(path)).toEqual([]))

  // `src/methods/criteria/variation.ts` is the example of a new file.
  it('names paths that exist', () =>
    expect(missingPaths(path).filter((span) => span !== 'src/methods/criteria/variation.ts')).toEqual([]))
})

// Paths in the changelog may have moved since.
it('the changelog links to files and headings that exist', () =>
  expect(brokenLinks('CHANGELOG.md')).toEqual([]))

it('the README has at most 120 lines', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
})
