import { escapeHtml, textOfHtml } from './html.js'
import { relativeTo } from './links.js'

/** @typedef {import('./pages.js').Page} Page */
/** @typedef {{ readonly title: string; readonly pages: readonly Page[] }} Section */

/**
 * The headings of a page below its title.
 * @param {string} html
 */
export function headingsOf(html) {
  return [...html.matchAll(/<h([23]) id="([^"]*)"[^>]*>([^]*?)<\/h\1>/g)].map(([, level, id, text]) => ({
    level: Number(level),
    id,
    text: textOfHtml(text),
  }))
}

/**
 * The language of a page: translations stand in a folder of their own, or have it in their name.
 * @param {Page} page
 */
function languageOf({ path }) {
  return /^docs\/es\/|\.es\.html$/.test(path) ? 'es' : 'en'
}

/**
 * A page of the site.
 * @param {Page} page
 * @param {{ readonly sections: readonly Section[]; readonly under: readonly Page[]; readonly order: readonly
 * Page[]; readonly version: string }} site
 *   the sections of the navigation; the pages listed under one of its pages; all pages in the order of reading
 */
export function pageHtml(page, { sections, under, order, version }) {
  const root = '../'.repeat(page.path.split('/').length - 1)
  const title =
    page.path === 'index.html' ? 'criba: feature selection for TypeScript' : `${page.title} · criba`
  return `<!doctype html>
<html lang="${languageOf(page)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(descriptionOf(page.html))}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}site.css">
<script src="${root}site.js" defer></script>
</head>
<body data-root="${root}">
<a class="skip" href="#content">Skip to the text</a>
<header class="bar">
<a class="name" href="${root}index.html">criba</a> <span class="version">${escapeHtml(version)}</span>
<search class="search" hidden><input type="search" aria-label="Search the pages" placeholder="Search" autocomplete="off" aria-controls="found" aria-expanded="false" role="combobox"><div id="found" role="listbox" aria-label="Pages found" hidden></div></search>
<button type="button" class="contents" popovertarget="navigation">Contents</button>
</header>
<div class="layout">
<nav id="navigation" aria-label="Pages" popover>
${sections.map((section) => sectionHtml(section, page, under)).join('\n')}
</nav>
<main id="content"${page.wide ? ' class="wide"' : ''}>
${onThisPage(page)}<article>
${withPermalinks(page.html)}</article>
${turnHtml(page, order)}</main>
</div>
<footer>criba ${escapeHtml(version)} · MIT licence</footer>
</body>
</html>
`
}

/** @param {string} html */
function descriptionOf(html) {
  const paragraph = /<p[^>]*>([^]*?)<\/p>/.exec(html)?.[1] ?? ''
  const text = textOfHtml(paragraph)
  return text.length <= 200 ? text : `${text.slice(0, 200).replace(/\s+\S*$/, '')} …`
}

/**
 * @param {Section} section
 * @param {Page} page
 * @param {readonly Page[]} under
 */
function sectionHtml({ title, pages }, page, under) {
  const items = pages.map((listed) => {
    const isOpen = page.parent === listed.path || (page.path === listed.path && under.length > 0)
    return `<li>${linkHtml(listed, page)}${isOpen ? underHtml(under, page) : ''}</li>`
  })
  return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
}

/**
 * The pages under a page of the navigation; of those in groups, the group of this page.
 * @param {readonly Page[]} under
 * @param {Page} page
 */
function underHtml(under, page) {
  const shown = under.filter(({ group }) => group === page.group)
  return shown.length === 0
    ? ''
    : `\n<ul>\n${shown.map((listed) => `<li>${linkHtml(listed, page)}</li>`).join('\n')}\n</ul>\n`
}

/**
 * @param {Page} to
 * @param {Page} page
 */
function linkHtml(to, page) {
  const current = to.path === page.path ? ' aria-current="page"' : ''
  return `<a href="${relativeTo(page.path, to.path)}"${current}>${escapeHtml(to.label ?? to.title)}</a>`
}

/** @param {Page} page */
function onThisPage({ html }) {
  const headings = headingsOf(html)
  if (headings.length < 2) return ''
  const items = headings.map(
    ({ level, id, text }) => `<li class="level${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  return `<details class="toc"><summary>On this page</summary>
<nav aria-label="On this page"><ul>
${items.join('\n')}
</ul></nav></details>
`
}

/**
 * A heading links to itself, by a sign after it.
 * @param {string} html
 */
function withPermalinks(html) {
  return html.replace(
    /<h([2-4]) id="([^"]*)"([^>]*)>([^]*?)<\/h\1>/g,
    (_, level, id, more, text) =>
      `<h${level} id="${id}"${more}>${text} <a class="permalink" href="#${id}" aria-label="Link to ${escapeHtml(textOfHtml(text))}">#</a></h${level}>`,
  )
}

/**
 * Links to the pages before and after.
 * @param {Page} page
 * @param {readonly Page[]} order
 */
function turnHtml(page, order) {
  const at = order.findIndex(({ path }) => path === page.path)
  const link = (/** @type {Page | undefined} */ to, /** @type {string} */ rel, /** @type {string} */ word) =>
    to === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${relativeTo(page.path, to.path)}"><span>${word}</span> ${escapeHtml(to.label ?? to.title)}</a>`
  return `<nav class="turn" aria-label="Previous and next page">${link(order[at - 1], 'prev', 'Previous')}${link(order[at + 1], 'next', 'Next')}</nav>\n`
}
