import { anchorsOfPage } from './anchors.js'
import { figurePath } from './entry-page.js'
import { families } from './families.js'
import { escapeHtml } from './html.js'

/** @typedef {import('./pages.js').Page} Page */
/** @typedef {import('./entries.js').EntryPage} EntryPage */

/**
 * A picture of each method, by families, that leads to its page.
 * @param {readonly EntryPage[]} pages methods whose pages have a figure
 * @returns {Page}
 */
export function galleryPage(pages) {
  const anchor = anchorsOfPage()
  const groups = families.flatMap((family) => {
    const items = pages
      .filter((page) => page.family === family)
      .map(
        ({ entry, path }) =>
          `<li><a href="${path}"><img src="${figurePath(path, '-narrow')}" alt="" width="352" height="264" loading="lazy"><code>${entry.id}</code> ${escapeHtml(entry.title)}</a></li>`,
      )
    return items.length === 0
      ? []
      : `<h2 id="${anchor(family.title)}">${escapeHtml(family.title)}</h2>
<p>${escapeHtml(family.about)}</p>
<ul class="gallery">
${items.join('\n')}
</ul>`
  })
  const html = `<h1 id="gallery">Gallery</h1>
<p>What each method makes of an example table. A picture leads to the page of its method, with the command, its output and the
definition.</p>
${groups.join('\n')}`
  return { path: 'gallery.html', title: 'Gallery', html, wide: true }
}
