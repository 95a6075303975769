import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from 'criba'
import { readApi } from './api.js'
import { apiAddresses, apiPages } from './api-pages.js'
import { cataloguePages } from './catalogue-pages.js'
import { commandPages } from './command-pages.js'
import { camelCase } from './camel-case.js'
import { entriesOf } from './entries.js'
import { brokenLinks, linker, onPaper } from './links.js'
import { renderMarkdown } from './markdown.js'
import { sections, shortTitles } from './navigation.js'
import { orderOf, pageOf, sourcePages } from './pages.js'
import { searchIndex } from './search-index.js'
import { pageHtml } from './template.js'

/** @typedef {import('./pages.js').Page} Page */

const root = fileURLToPath(new URL('../../', import.meta.url))
const assets = ['site.css', 'site.js']

/**
 * Builds the site into a folder, which it empties first. Fails where a link is broken.
 * @param {string} out
 * @param {(id: string) => boolean} [isShown] whether the page of a method opens with an example; each does, but
 * to run them all takes half a minute
 */
export async function buildSite(out, isShown = () => true) {
  /** @type {Set<string>} */
  const copies = new Set()
  const sources = sourcePages(root)
  const link = linker(root, sources, copies)
  const isOnPaper = onPaper(root)
  const api = readApi(root)
  const addresses = apiAddresses(api)
  const entries = new Map(entriesOf(root).map(({ entry, path }) => [camelCase(entry.id), path]))
  /** @type {Page[]} */
  const written = sources.map((source) => {
    const { title, html } = renderMarkdown(
      readFileSync(join(root, source), 'utf8'),
      link(source),
      isOnPaper(source),
    )
    const label = shortTitles[source] ?? title
    return { path: pageOf(source), title, label, html }
  })
  const made = [
    ...(await cataloguePages(root, (name) => addresses.get(name), isShown)),
    ...(await commandPages(root)),
    ...(await apiPages(api, addresses, entries)),
  ]
  const pages = new Map([...written, ...made].map((page) => [page.path, page]))
  const site = navigationOf(sources, pages)
  const html = new Map(
    site.order.map((page) => [
      page.path,
      pageHtml(page, { ...site, under: under(page, site.order), version }),
    ]),
  )
  const files = new Map(site.order.flatMap((page) => page.files ?? []))
  const broken = brokenLinks(html, (path) => copies.has(path) || assets.includes(path) || files.has(path))
  if (broken.length > 0) throw new Error(`broken links:\n${broken.join('\n')}`)

  rmSync(out, { recursive: true, force: true })
  for (const [path, text] of [...html, ...files]) writeInto(out, path, text)
  for (const path of copies) cpSync(join(root, path), join(out, path))
  for (const name of assets) cpSync(join(root, 'tools/site/assets', name), join(out, name))
  writeInto(out, 'search-index.js', searchIndex(site.order))
  return [...html.keys()]
}

/**
 * The sections of the navigation, and all pages in the order of reading: below a page of the navigation those
 * listed under it.
 * @param {readonly string[]} sources
 * @param {ReadonlyMap<string, Page>} pages
 */
function navigationOf(sources, pages) {
  const made = [...pages.values()].filter(
    ({ path, parent }) => !parent && !sources.map(pageOf).includes(path),
  )
  const ordered = orderOf(
    sections,
    sources,
    made.map(({ path }) => path),
  )
  const listed = ordered.map((section) => ({
    title: section.title,
    pages: section.pages.map(({ path }) => /** @type {Page} */ (pages.get(path))),
  }))
  const all = [...pages.values()]
  const order = listed.flatMap((section) => section.pages.flatMap((page) => [page, ...under(page, all)]))
  return { sections: listed, order }
}

/**
 * The pages listed under a page, or beside it under the same page.
 * @param {Page} page
 * @param {readonly Page[]} pages
 */
function under(page, pages) {
  return pages.filter(({ parent }) => parent !== undefined && parent === (page.parent ?? page.path))
}

/**
 * @param {string} out
 * @param {string} path
 * @param {string} text
 */
function writeInto(out, path, text) {
  const file = join(out, path)
  if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
