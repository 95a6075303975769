import { anchorsOfPage } from './anchors.js'
import { choicePages } from './choice-page.js'
import { firstSentence } from './docstrings.js'
import { entriesOf, linkTo } from './entries.js'
import { entryPage } from './entry-page.js'
import { families } from './families.js'
import { galleryPage } from './gallery-page.js'
import { escapeHtml, tableHtml } from './html.js'
import { relativeTo } from './links.js'
import { renderSentence } from './markdown.js'
import { pageOf } from './pages.js'
import { workedExample } from './worked-examples.js'

/** @typedef {import('./pages.js').Page} Page */
/** @typedef {import('./entries.js').EntryPage} EntryPage */

/**
 * The pages of methods, searches and learners, made from the catalogue and from the docstrings of their
 * records.
 * @param {string} root
 * @param {(name: string) => string | undefined} apiPage the page of an exported name and its anchor
 * @param {(id: string) => boolean} isShown whether the page of a method opens with an example, which runs
 * @returns {Promise<Page[]>}
 */
export async function cataloguePages(root, apiPage, isShown) {
  const entries = entriesOf(root)
  const indexes = [methodsIndex, searchesIndex, learnersIndex].map((index) => index(entries))
  /** @type {Page[]} */
  const pages = []
  // One after the other: each uses all threads.
  for (const page of entries) {
    const isMethod = page.family !== undefined && isShown(page.entry.id)
    const example = isMethod
      ? await workedExample(methodOf(page), page.family?.isOfNumbers === true)
      : undefined
    pages.push(await entryPage(page, entries, apiPage, example))
  }
  const shown = entries.filter((_, i) => pages[i].files !== undefined)
  return [...indexes, galleryPage(shown), ...choicePages(entries), ...pages]
}

/** @param {EntryPage} page */
function methodOf({ entry }) {
  return /** @type {import('criba').CatalogueEntry} */ (entry)
}

/**
 * @param {readonly EntryPage[]} entries
 * @returns {Page}
 */
function methodsIndex(entries) {
  const path = 'methods/index.html'
  const pages = entries.filter(({ parent }) => parent === path)
  const anchor = anchorsOfPage()
  const link = linkTo(path, entries)
  const tables = families.map((family) => {
    const ofFamily = pages.filter((page) => page.family === family)
    const shapes = new Set(ofFamily.map((page) => methodOf(page).shape))
    const rows = ofFamily.map((page) => {
      const { id, title, types, better, units, pValue, source } = methodOf(page)
      return [
        `<a href="${relativeTo(path, page.path)}"><code>${id}</code></a>`,
        `<strong>${escapeHtml(title)}.</strong> ${summaryOf(page, link)}`,
        typesText(types.features),
        typesText(types.target),
        escapeHtml(`${better}, in ${units}`),
        pValue === undefined ? '' : '✓',
        escapeHtml(source),
      ]
    })
    const titles = ['method', 'what it rewards', 'columns', 'target', 'better', 'p', 'reference']
    return `<h2 id="${anchor(family.title)}">${escapeHtml(family.title)}</h2>
<p>${escapeHtml(family.about)} Shape: ${[...shapes].join(', ')}. <a href="${relativeTo(path, pageOf(family.page))}">The guide</a> has more about them.</p>
${tableHtml(titles, rows)}`
  })
  const html = `<h1 id="all-methods">All methods</h1>
<p>criba has ${pages.length} methods. A <em>rank</em> method scores each column by itself, for <code>criba rank</code>. A <em>step</em>
method scores what a column adds to those selected before, and a <em>subset</em> method scores a set, both for <code>criba select</code>.
A <em>resampling</em> method repeats another one. A tick under p says that a method has p-values of its own; others get them by
permutation.</p>
${tables.join('\n')}`
  return { path, title: 'All methods', html, wide: true }
}

/**
 * @param {EntryPage} page
 * @param {(name: string) => string | undefined} link
 */
function summaryOf({ docstring }, link) {
  return renderSentence(firstSentence(docstring.text).sentence, link)
}

/** @param {readonly string[]} types */
function typesText(types) {
  return types.length === 0 ? 'none' : types.length === 2 ? 'any' : escapeHtml(types[0])
}

/**
 * @param {readonly EntryPage[]} entries
 * @returns {Page}
 */
function searchesIndex(entries) {
  const path = 'searches/index.html'
  const pages = entries.filter(({ parent }) => parent === path)
  const link = linkTo(path, entries)
  const rows = pages.map((page) => {
    const { id, title, shape, how, source } = /** @type {import('criba').SearchEntry} */ (page.entry)
    return [
      `<a href="${relativeTo(path, page.path)}"><code>${id}</code></a>`,
      escapeHtml(title),
      shape === 'step' ? 'candidates' : 'whole sets',
      renderSentence(how, link),
      escapeHtml(source),
    ]
  })
  const html = `<h1 id="searches">Searches</h1>
<p>A search decides which columns or sets <code>criba select</code> scores next. Searches over candidates take any criterion, searches
over sets take criteria of sets.</p>
${tableHtml(['search', 'title', 'evaluates', 'how', 'reference'], rows, 'stacked')}`
  return { path, title: 'Searches', html }
}

/**
 * @param {readonly EntryPage[]} entries
 * @returns {Page}
 */
function learnersIndex(entries) {
  const path = 'learners/index.html'
  const pages = entries.filter(({ parent }) => parent === path)
  const link = linkTo(path, entries)
  const rows = pages.map((page) => {
    const { id, tasks, source } = /** @type {import('criba').LearnerEntry} */ (page.entry)
    return [
      `<a href="${relativeTo(path, page.path)}"><code>${id}</code></a>`,
      summaryOf(page, link),
      tasks.join(', '),
      escapeHtml(source),
    ]
  })
  const html = `<h1 id="learners">Learners</h1>
<p>A learner predicts held-out rows from columns: for the evidence of a selection, for the criterion
<a href="../methods/cv.html"><code>cv</code></a>, and for importances.</p>
${tableHtml(['learner', 'what it learns', 'task', 'reference'], rows, 'stacked')}`
  return { path, title: 'Learners', html }
}
