import { headingsOf } from './template.js'
import { textOfHtml } from './html.js'

/** @typedef {import('./pages.js').Page} Page */

/**
 * What the search looks through: the parts of all pages from heading to heading, each with its address, the
 * title of the page, its heading and its text; of a method also what other programs call it.
 * @param {readonly Page[]} pages
 */
export function searchIndex(pages) {
  const parts = pages.flatMap(({ path, title, html, names }) => {
    const headings = headingsOf(html)
    const texts = html.replace(/<h1[^>]*>[^]*?<\/h1>/, '').split(/<h[23] id="[^"]*"[^>]*>[^]*?<\/h[23]>/)
    return texts.map((text, i) => ({
      address: i === 0 ? path : `${path}#${headings[i - 1].id}`,
      title,
      heading: i === 0 ? '' : headings[i - 1].text,
      ...(i === 0 && names && { names: names.map((name) => name.toLowerCase()) }),
      text: textOfHtml(text.replace(/<\/(p|li|td|th|dt|dd|pre|h\d)>/g, ' ')),
    }))
  })
  // A script, as a page on disk may not read JSON beside it.
  return `globalThis.cribaPages = ${JSON.stringify(parts)}\n`
}
