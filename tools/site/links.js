import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pageOf } from './pages.js'

/**
 * The address of one file of the site in another.
 * @param {string} from
 * @param {string} to
 */
export function relativeTo(from, to) {
  return posix.relative(posix.dirname(from), to) || posix.basename(to)
}

/**
 * Turns the links of a page of the repository into links of the site. A page becomes its HTML. Another file
 * of the repository, such as a figure or the schema, is copied to the same place.
 * @param {string} root
 * @param {readonly string[]} sources
 * @param {Set<string>} copies files to copy; those that pages link to are added
 */
export function linker(root, sources, copies) {
  /** @type {(source: string) => (href: string) => string} */
  return (source) => (href) => {
    if (isExternal(href)) return checkedAddress(source, href)
    if (href.startsWith('#')) return href
    const [path, anchor] = href.split('#')
    const file = posix.join(posix.dirname(source), decodeURI(path))
    const after = anchor === undefined ? '' : `#${anchor}`
    const page = pageOf(source)
    if (sources.includes(file)) return relativeTo(page, pageOf(file)) + after
    if (file.startsWith('..') || !existsSync(join(root, file)) || !statSync(join(root, file)).isFile())
      throw new Error(`broken link in ${source}: ${href}`)
    copies.add(file)
    return relativeTo(page, file) + after
  }
}

/**
 * Whether an image of a page keeps its colours where the page is dark: all but drawings that ask for the
 * scheme.
 * @param {string} root
 */
export function onPaper(root) {
  /** @type {(source: string) => (href: string) => boolean} */
  return (source) => (href) => {
    const file = join(root, posix.dirname(source), decodeURI(href))
    return !file.endsWith('.svg') || !readFileSync(file, 'utf8').includes('prefers-color-scheme')
  }
}

/** @param {string} href */
function isExternal(href) {
  return /^[a-z][a-z+.-]*:|^\/\//i.test(href)
}

/**
 * @param {string} source
 * @param {string} href
 */
function checkedAddress(source, href) {
  if (!/^(https?:\/\/[^\s/]+\.|mailto:[^\s@]+@)/.test(href) || !URL.canParse(href))
    throw new Error(`invalid address in ${source}: ${href}`)
  return href
}

/**
 * What is wrong with the links of a built site: links to files and anchors that do not exist, anchors that a
 * page has twice, and pages that no other page links to.
 * @param {ReadonlyMap<string, string>} pages the HTML of each page, by its file
 * @param {(path: string) => boolean} exists whether the site has another file
 */
export function brokenLinks(pages, exists) {
  const anchors = new Map([...pages].map(([path, html]) => [path, valuesOf(html, 'id')]))
  /** @type {string[]} */
  const broken = []
  const reached = new Set(['index.html'])
  for (const [path, ids] of anchors) {
    for (const id of ids.filter((id, i) => ids.indexOf(id) !== i)) broken.push(`${path}: id ${id} twice`)
  }
  for (const [path, html] of pages) {
    for (const href of [...valuesOf(html, 'href'), ...valuesOf(html, 'src')]) {
      if (isExternal(href)) continue
      const [file, anchor] = href.split('#')
      const target = file === '' ? path : posix.join(posix.dirname(path), decodeURI(file))
      const ids = anchors.get(target)
      if (ids === undefined ? !exists(target) : anchor && !ids.includes(decodeURIComponent(anchor)))
        broken.push(`${path}: ${href}`)
      if (target !== path) reached.add(target)
    }
  }
  const unreached = [...pages.keys()].filter((path) => !reached.has(path))
  return [...broken, ...unreached.map((path) => `${path}: no page links to it`)]
}

/**
 * @param {string} html
 * @param {string} attribute
 */
function valuesOf(html, attribute) {
  return [...html.matchAll(new RegExp(`<[a-z][^>]*?\\s${attribute}="([^"]*)"`, 'g'))].map(([, value]) =>
    value.replaceAll('&amp;', '&').replaceAll('&quot;', '"'),
  )
}
