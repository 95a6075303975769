/* The parts of the build of the site: anchors, links, navigation, code, help texts. */
import { describe, expect, it } from 'vitest'
import { anchorsOfPage } from '../../tools/site/anchors.js'
import { codeBlock, highlight } from '../../tools/site/code.js'
import { partsOfHelp } from '../../tools/site/command-pages.js'
import { firstSentence } from '../../tools/site/docstrings.js'
import { escapeHtml, textOfHtml, withSubscripts } from '../../tools/site/html.js'
import { brokenLinks, linker, onPaper } from '../../tools/site/links.js'
import { renderMarkdown } from '../../tools/site/markdown.js'
import { orderOf } from '../../tools/site/pages.js'
import { root } from '../house/imports.ts'

describe('anchors', () => {
  // As GitHub shows them.
  it.each([
    ['One answer, line by line', 'one-answer-line-by-line'],
    ['What only works together', 'what-only-works-together'],
    ['`--by` and max_depth', '--by-and-max_depth'],
    ['I(X;Y) ≥ 0', 'ixy--0'],
    ['Größe & Rang', 'größe--rang'],
  ])('of %s', (heading, anchor) => expect(anchorsOfPage()(heading)).toBe(anchor))

  it('are numbered where they are equal', () => {
    const anchor = anchorsOfPage()
    expect(['Fixed', 'Added', 'Fixed', 'Fixed'].map(anchor)).toEqual(['fixed', 'added', 'fixed-1', 'fixed-2'])
  })
})

describe('links', () => {
  const copies = new Set<string>()
  const link = linker(root, ['README.md', 'docs/rank.md', 'docs/select.md', 'examples/README.md'], copies)

  it('lead to pages, anchors and copied files', () => {
    expect(link('README.md')('docs/select.md#evidence')).toBe('docs/select.html#evidence')
    expect(link('docs/rank.md')('select.md')).toBe('select.html')
    expect(link('docs/rank.md')('../README.md')).toBe('../index.html')
    expect(link('docs/rank.md')('../examples/README.md')).toBe('../examples/index.html')
    expect(link('docs/rank.md')('#bins')).toBe('#bins')
    expect(link('docs/rank.md')('https://example.org/a#b')).toBe('https://example.org/a#b')
    expect([...copies]).toEqual([])
    expect(link('docs/rank.md')('../schema/criba.schema.json')).toBe('../schema/criba.schema.json')
    expect([...copies]).toEqual(['schema/criba.schema.json'])
  })

  it.each(['nowhere.md', '../src', '../../outside.md', 'https:/example.org', 'https://'])(
    'refuse %s',
    (href) => expect(() => link('docs/rank.md')(href)).toThrow(/docs\/rank\.md/),
  )

  it('are checked in the built pages', () => {
    const pages = new Map([
      ['index.html', '<a href="a.html#here">a</a><img src="figure.svg"><a href="https://example.org">b</a>'],
      ['a.html', '<h1 id="here">a</h1><a href="index.html">b</a><a href="#here">c</a>'],
    ])
    expect(brokenLinks(pages, (path) => path === 'figure.svg')).toEqual([])
    expect(brokenLinks(pages, () => false)).toEqual(['index.html: figure.svg'])
    pages.set('b.html', '<p id="x"></p><p id="x"></p><a href="a.html#there">d</a>')
    expect(brokenLinks(pages, () => true)).toEqual([
      'b.html: id x twice',
      'b.html: a.html#there',
      'b.html: no page links to it',
    ])
  })
})

describe('the navigation', () => {
  const sources = ['README.md', 'docs/a.md', 'docs/experiments/b.md', 'docs/experiments/c.md']
  const start = { title: 'Start', pages: ['README.md', 'docs/a.md'] }
  const experiments = { title: 'Experiments', pages: ['docs/experiments/*'] }
  const api = { title: 'Reference', pages: ['api/index.html'] }

  it('has sections in their order, with all pages of a folder', () => {
    const paths = orderOf([experiments, start, api], sources, ['api/index.html']).map(({ pages }) =>
      pages.map(({ path }) => path),
    )
    expect(paths).toEqual([
      ['docs/experiments/b.html', 'docs/experiments/c.html'],
      ['index.html', 'docs/a.html'],
      ['api/index.html'],
    ])
  })

  it('leaves out a section of a folder without pages', () => {
    expect(orderOf([start, experiments], sources.slice(0, 2), []).map(({ title }) => title)).toEqual([
      'Start',
    ])
  })

  it('refuses pages that are missing there or here, or twice', () => {
    expect(() => orderOf([start], sources, [])).toThrow('missing page')
    expect(() => orderOf([start, experiments], sources.slice(2), [])).toThrow('unknown page')
    expect(() => orderOf([start, experiments, api], sources, [])).toThrow('unknown page')
    expect(() => orderOf([start, start, experiments], sources, [])).toThrow('page twice')
  })
})

describe('code', () => {
  it('shows a command apart from its output', () => {
    const html = codeBlock('$ criba rank a.csv\n1  x  <b>\n', 'text')
    expect(html).toContain('<pre class="command" tabindex="0"><code>criba rank a.csv</code></pre>')
    expect(html).toContain('<pre class="output" tabindex="0"><code>1  x  &lt;b&gt;</code></pre>')
  })

  it('knows commands without a language by their first word', () => {
    expect(codeBlock('npm run docs  # a comment\n', '')).toContain('<figcaption>Shell</figcaption>')
    expect(codeBlock('cli/   the command line\n', '')).not.toContain('figcaption')
  })

  it('marks comments, texts and keywords, and links words', () => {
    const html = highlight(`const a: Table = 'x < y' // no`, (word) =>
      word === 'Table' ? 't.html' : undefined,
    )
    expect(html).toBe(
      '<span class="keyword">const</span> a: <a href="t.html">Table</a> = <span class="string">\'x &lt; y\'</span> <span class="comment">// no</span>',
    )
  })

  it('never lets a page write HTML', () => {
    const { html } = renderMarkdown(
      '# A <b>\n\n<script>alert(1)</script> [x](javascript:alert(1))',
      (href) => href,
    )
    expect(html).not.toMatch(/<script|<b>|href="javascript/)
  })
})

describe('Markdown', () => {
  const render = (text: string) => renderMarkdown(text, (href) => href).html

  it('has a cell for a title of a table without a text', () => {
    const html = render('| | b |\n|---|---:|\n| c | 1 |')
    expect(html).toContain('<td></td>')
    expect(html).toContain('<th scope="col" class="right">b</th>')
  })

  it('marks images that have no colours for the dark', () => {
    const html = renderMarkdown(
      '![a <b>](a.svg) ![c](b.svg)',
      (href) => href,
      (src) => src === 'a.svg',
    ).html
    expect(html).toContain('<img src="a.svg" alt="a &lt;b&gt;" loading="lazy" class="paper">')
    expect(html).toContain('<img src="b.svg" alt="c" loading="lazy">')
    expect(onPaper(root)('bench/README.md')('growth.svg')).toBe(true)
  })

  it('keeps the underscores of code', () => {
    expect(render('X_k and `X_k`')).toBe('<p>X<sub>k</sub> and <code class="whole">X_k</code></p>\n')
  })
})

describe('texts', () => {
  it('are HTML and back', () => {
    expect(textOfHtml(`<p>${escapeHtml('a < b & "c"')}</p>`)).toBe('a < b & "c"')
  })

  it('have letters below the line', () => {
    expect(withSubscripts('I(X_k;Y) − mean_j I(X_j)')).toBe(
      'I(X<sub>k</sub>;Y) − mean<sub>j</sub> I(X<sub>j</sub>)',
    )
    expect(withSubscripts('max_depth, a _b_')).toBe('max_depth, a _b_')
  })

  it('of docstrings begin with a sentence', () => {
    expect(firstSentence('Rewards a,\nas in J = 0.5 bits. Then more.\n\nAnd more.')).toEqual({
      sentence: 'Rewards a, as in J = 0.5 bits.',
      rest: 'Then more.\n\nAnd more.',
    })
  })
})

it('reads the parts of a help text, whose lines are wrapped', () => {
  const help = `Usage: criba rank <data> [options]

score each column

Arguments:
  data               a file

Options:
  -t, --target <column>  the column to
                         predict
  --sampling-weights <column-of-weights>
                         the column with
                         weights
  -h, --help             display help

Examples:
  criba rank a.csv -t y
`
  expect(partsOfHelp(help)).toEqual({
    usage: 'criba rank <data> [options]',
    Arguments: [{ term: 'data', help: 'a file' }],
    Options: [
      { term: '-t, --target <column>', help: 'the column to predict' },
      { term: '--sampling-weights <column-of-weights>', help: 'the column with weights' },
      { term: '-h, --help', help: 'display help' },
    ],
    Commands: [],
    examples: 'criba rank a.csv -t y',
  })
})
