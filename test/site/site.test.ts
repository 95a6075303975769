/* The built site, read with a DOM, not with the patterns of the build. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import * as criba from 'criba'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandParts } from '../../dist/src/core/spec/command-parts.js'
import { namesHere } from '../../dist/src/core/spec/names-elsewhere.js'
import { buildSite } from '../../tools/site/build.js'
import { filesBelow, textOf } from '../house/imports.ts'

interface PageFacts {
  readonly ids: readonly string[]
  /** Where links, images, styles and scripts point. */
  readonly addresses: readonly string[]
  /** What the page itself loads. */
  readonly loaded: readonly string[]
  readonly navigation: readonly string[]
  readonly text: string
}

let out: string
/** Of few methods examples run: worked-examples.document.ts has them all. */
const pages = new Map<string, PageFacts>()
beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'criba-site-'))
  for (const path of await buildSite(out, (id) => id === 'jmi' || id === 'pearson'))
    pages.set(path, factsOf(readFileSync(join(out, path), 'utf8')))
})
afterAll(() => rmSync(out, { recursive: true }))

function factsOf(html: string): PageFacts {
  const { document } = parseHTML(html)
  const all = (selector: string, attribute: string) =>
    [...document.querySelectorAll(selector)].map((node) => node.getAttribute(attribute) ?? '')
  return {
    ids: all('[id]', 'id'),
    addresses: [...all('a[href], link[href]', 'href'), ...all('[src]', 'src')],
    loaded: [...all('link[href]', 'href'), ...all('[src]', 'src')],
    navigation: all('#navigation a', 'href'),
    text: document.querySelector('article')?.textContent ?? '',
  }
}

const isOutside = (address: string) => /^[a-z]+:/.test(address)
const targetOf = (page: string, address: string) =>
  posix.join(posix.dirname(page), address.split('#')[0] || posix.basename(page))
const textOfPage = (path: string) => pages.get(path)!.text

describe('the site', () => {
  it('has a page for every page of the guide', () => {
    const sources = [...filesBelow('docs', '.md'), 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
    const missing = sources.filter((source) => {
      const title = /^# (.*)$/m.exec(textOf(source))![1]
      const path = source === 'README.md' ? 'index.html' : source.toLowerCase().replace(/\.md$/, '.html')
      return !pages.has(path) || !textOfPage(path).includes(title.replaceAll('`', ''))
    })
    expect(missing).toEqual([])
  })

  it('links only to files and anchors that it has', () => {
    const broken = [...pages].flatMap(([page, { addresses }]) =>
      addresses
        .filter((address) => !isOutside(address))
        .filter((address) => {
          const target = targetOf(page, address)
          const anchor = decodeURIComponent(address.split('#')[1] ?? '')
          if (anchor !== '') return !pages.get(target)?.ids.includes(anchor)
          return !pages.has(target) && !existsSync(join(out, target))
        })
        .map((address) => `${page}: ${address}`),
    )
    expect(broken).toEqual([])
  })

  it('has no id twice in a page', () => {
    const twice = [...pages].flatMap(([page, { ids }]) =>
      ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${page}: ${id}`),
    )
    expect(twice).toEqual([])
  })

  it('reaches every page from the navigation, at most by a list of pages', () => {
    const listed = pages.get('index.html')!.navigation.map((address) => targetOf('index.html', address))
    const below = listed.flatMap((page) =>
      pages.get(page)!.addresses.map((address) => targetOf(page, address)),
    )
    const reached = new Set([...listed, ...below])
    expect([...pages.keys()].filter((page) => !reached.has(page))).toEqual([])
    expect(listed.length).toBeGreaterThan(25)
  })

  it('loads nothing from outside', () => {
    const loaded = [...pages.values()].flatMap((page) => page.loaded)
    expect(loaded.filter((address) => isOutside(address) && !address.startsWith('data:'))).toEqual([])
    expect(readFileSync(join(out, 'site.css'), 'utf8')).not.toMatch(/@import|url\(/)
  })

  it('copies other files that pages link to', () => {
    expect(readFileSync(join(out, 'schema/criba.schema.json'), 'utf8')).toBe(
      textOf('schema/criba.schema.json'),
    )
    expect(existsSync(join(out, 'bench/growth.svg'))).toBe(true)
  })

  it('has a search that finds the parts of pages by their addresses', () => {
    const script = readFileSync(join(out, 'search-index.js'), 'utf8')
    const parts = JSON.parse(script.replace('globalThis.cribaPages = ', '')) as {
      address: string
      text: string
      names?: string[]
    }[]
    const addresses = parts.map(({ address }) => address)
    expect(addresses).toContain('docs/select.html#evidence')
    expect(addresses).toContain('methods/jmi.html')
    const wrong = addresses.filter((address) => {
      const [page, id] = address.split('#')
      return !pages.has(page) || (id !== undefined && !pages.get(page)!.ids.includes(id))
    })
    expect(wrong).toEqual([])
    expect(parts.find(({ address }) => address === 'methods/welch-t.html')!.text).toContain('Welch 1947')
    const named = (name: string) =>
      parts.filter(({ names }) => names?.includes(name)).map(({ address }) => address)
    expect(named('f_classif')).toEqual(['methods/anova-f.html'])
    expect(named('sffs')).toEqual(['methods/cv.html', 'searches/floating-forward.html'])
    expect(named('kneighborsclassifier')).toEqual(['learners/knn.html'])
    // Each name of another program is at some page.
    const all = Object.values(namesHere).flatMap((names) => Object.keys(names))
    expect(all.filter((name) => named(name.toLowerCase()).length === 0)).toEqual([])
  })
})

describe('the pages of the catalogue', () => {
  it('say what each method is, with its formula, options and defaults', () => {
    const unsaid = criba.methods().methods.flatMap(({ id, title, formula, source, options }) => {
      const text = textOfPage(`methods/${id}.html`)
      const facts = [title, source, ...Object.entries(options).flatMap(([name, rule]) => [name, rule.help])]
      // Letters below the line have no underscore.
      const said = [...facts, formula.replace(/(?<=[\p{L})\]])_([\p{L}\p{N}])(?![\p{L}\p{N}_])/gu, '$1')]
      return said.filter((fact) => !text.includes(fact)).map((fact) => `${id}: ${fact}`)
    })
    expect(unsaid).toEqual([])
  })

  it('has every search and learner', () => {
    const { searches, learners } = criba.methods()
    for (const { id, title } of searches) expect(textOfPage(`searches/${id}.html`)).toContain(title)
    for (const { id, title } of learners) expect(textOfPage(`learners/${id}.html`)).toContain(title)
  })

  it('begins with what a method rewards, and goes on with its definition', () => {
    expect(textOfPage('methods/jmi.html')).toMatch(
      /Rewards columns that are informative about the target together with each one selected\.[^]*Definition[^]*What is redundant is taken away/,
    )
    expect(textOfPage('methods/turf.html')).toContain(
      'the criterion relieff with the search recursive-elimination',
    )
  })
})

describe('how to choose', () => {
  it('leads to pages of methods, the same in both languages', () => {
    const linked = ['choose.html', 'docs/es/choose.html'].map((page) =>
      pages
        .get(page)!
        .addresses.map((address) => targetOf(page, address))
        .filter((target) => /^(methods|searches)\/(?!index)/.test(target)),
    )
    expect(linked[0]).toEqual(linked[1])
    expect(linked[0].length).toBeGreaterThan(40)
  })

  it('names only what there is', () => {
    const { document } = parseHTML(readFileSync(join(out, 'choose.html'), 'utf8'))
    const unlinked = [...document.querySelectorAll('.tree code')].filter((code) => !code.closest('a'))
    expect([...new Set(unlinked.map((code) => code.textContent))].sort()).toEqual([
      'criba groups',
      'criba select',
      'lookahead=2',
    ])
  })
})

describe('the pages of the commands', () => {
  it('list every flag of a part of a spec with its help', () => {
    const missing = Object.entries(commandParts).flatMap(([command, parts]) => {
      const text = textOfPage(`commands/${command}.html`)
      const flags = Object.values(parts).flatMap(({ flag }) => flag ?? [])
      const words = flags.flatMap(({ spelling, help }) => [spelling, help])
      return words.filter((word) => !text.includes(word)).map((word) => `${command}: ${word}`)
    })
    expect(missing).toEqual([])
    expect(textOfPage('commands/rank.html')).toContain('--plan')
  })

  it('lists flags that are no parts of a spec', () => {
    const text = textOfPage('commands/select.html')
    for (const flag of ['-o, --output <file>', '--force', '--threads <n>', '--checkpoint <file>'])
      expect(text).toContain(flag)
  })
})
