import { existsSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * A page before the template: its file in the site, its title, and its text as HTML.
 * @typedef {object} Page
 * @property {string} path
 * @property {string} title
 * @property {string} [label] its title in the navigation
 * @property {string} html
 * @property {string} [parent] the page in the navigation that it is listed under
 * @property {string} [group] the heading it is listed under there
 * @property {readonly string[]} [names] what other programs call what it is about
 * @property {readonly (readonly [path: string, text: string])[]} [files] what the site has beside it
 * @property {boolean} [wide] its tables need the whole width
 */

/**
 * Pages of the root and beside other things; all of docs/, and those of the modules in src/, are pages too.
 */
const otherPages = [
  'README.md',
  'README.es.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'examples/README.md',
  'bench/README.md',
]

/**
 * Every page of the repository.
 * @param {string} root
 */
export function sourcePages(root) {
  return [...otherPages, ...markdownBelow(root, 'docs'), ...markdownBelow(root, 'src')].filter((path) =>
    existsSync(join(root, path)),
  )
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function markdownBelow(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory()) return markdownBelow(root, path)
      return path.endsWith('.md') ? [path] : []
    })
}

/**
 * The file of a page in the site.
 * @param {string} source
 */
export function pageOf(source) {
  const folder = posix.dirname(source)
  const name = posix.basename(source, '.md').toLowerCase()
  return posix.join(folder, `${name === 'readme' ? 'index' : name}.html`)
}

/**
 * The pages of the sections in their order, by their files in the site. Refuses pages that are missing there
 * or here.
 * @param {readonly { readonly title: string; readonly pages: readonly string[] }[]} sections
 * @param {readonly string[]} sources
 * @param {readonly string[]} made pages that the build makes, for the navigation
 */
export function orderOf(sections, sources, made) {
  /** @type {Map<string, string>} */
  const known = new Map()
  for (const path of sources) known.set(path, pageOf(path))
  for (const path of made) known.set(path, path)
  const ordered = sections.map(({ title, pages }) => ({
    title,
    pages: pages.flatMap((page) => {
      if (page.endsWith('/*')) return pagesBelow(page.slice(0, -1), sources)
      if (!known.has(page)) throw new Error(`unknown page in tools/site/navigation.js: ${page}`)
      return [page]
    }),
  }))
  const listed = ordered.flatMap(({ pages }) => pages)
  const missing = [...known.keys()].filter((page) => !listed.includes(page))
  if (missing.length > 0) throw new Error(`missing page in tools/site/navigation.js: ${missing.join(', ')}`)
  const twice = listed.filter((page, i) => listed.indexOf(page) !== i)
  if (twice.length > 0) throw new Error(`page twice in tools/site/navigation.js: ${twice.join(', ')}`)
  return ordered
    .filter(({ pages }) => pages.length > 0)
    .map(({ title, pages }) => ({
      title,
      pages: pages.map((page) => ({ source: page, path: /** @type {string} */ (known.get(page)) })),
    }))
}

/**
 * The files of a folder, its index first.
 * @param {string} folder
 * @param {readonly string[]} sources
 */
function pagesBelow(folder, sources) {
  const index = `${folder}index.md`
  const below = sources.filter((path) => path.startsWith(folder) && path !== index)
  return sources.includes(index) ? [index, ...below] : below
}
