import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { methods } from 'criba'
import {
  choiceText,
  factsOfLearner,
  factsOfMethod,
  factsOfSearch,
} from '../../dist/src/report/catalogue-entry-text.js'
import { namedMethods } from '../../dist/src/analyses/selection/named-methods.js'
import { methodText } from '../../dist/src/spec/method-text.js'
import { anchorsOfPage } from './anchors.js'
import { codeBlock } from './code.js'
import { docstringsOfConstants, firstSentence } from './docstrings.js'
import { families } from './families.js'
import { escapeHtml, tableHtml } from './html.js'
import { relativeTo } from './links.js'
import { renderDocstring, renderSentence } from './markdown.js'
import { pageOf } from './pages.js'

/** @typedef {import('./pages.js').Page} Page */
/** @typedef {import('./docstrings.js').Docstring} Docstring */
/** @typedef {import('criba').CatalogueEntry | import('criba').SearchEntry | import('criba').LearnerEntry} Entry */
/**
 * What a page of an entry is made of.
 * @typedef {object} EntryPage
 * @property {Entry} entry
 * @property {import('../../dist/src/report/catalogue-entry-text.js').EntryFacts} sheet
 * @property {Docstring | undefined} docstring
 * @property {string} path
 * @property {string} parent
 * @property {{ readonly title: string; readonly page: string }} [family]
 */

/**
 * The pages of methods, searches and learners, made from the catalogue and from the docstrings of their records.
 * @param {string} root
 * @param {(name: string) => string | undefined} apiPage the page of an exported name and its anchor
 */
export function cataloguePages(root, apiPage) {
  const { methods: all, searches, learners } = methods()
  checkFamilies(all.map(({ id }) => id))
  const docstrings = {
    methods: docstringsOfConstants(root, [
      ...sourcesIn(root, 'src/criteria'),
      ...sourcesIn(root, 'src/resample/outer'),
      'src/analyses/selection/markov-blanket.ts',
    ]),
    searches: docstringsOfConstants(root, sourcesIn(root, 'src/search')),
    learners: docstringsOfConstants(root, sourcesIn(root, 'src/learners')),
  }
  /** @type {EntryPage[]} */
  const entries = [
    ...families.flatMap((family) =>
      family.ids.map((id) => {
        const entry = /** @type {import('criba').CatalogueEntry} */ (all.find((method) => method.id === id))
        const docstring = docstrings.methods.get(camelCase(id)) ?? docstringOfNamed(id)
        const path = `methods/${id}.html`
        return { entry, sheet: factsOfMethod(entry), docstring, path, parent: 'methods/index.html', family }
      }),
    ),
    ...searches.map((entry) => ({
      entry,
      sheet: factsOfSearch(entry),
      docstring: docstrings.searches.get(camelCase(entry.id)),
      path: `searches/${entry.id}.html`,
      parent: 'searches/index.html',
    })),
    ...learners.map((entry) => ({
      entry,
      sheet: factsOfLearner(entry),
      docstring: docstrings.learners.get(camelCase(entry.id)),
      path: `learners/${entry.id}.html`,
      parent: 'learners/index.html',
    })),
  ]
  const undescribed = entries.filter(({ docstring }) => docstring === undefined)
  if (undescribed.length > 0)
    throw new Error(`missing docstring of ${undescribed.map(({ entry }) => entry.id).join(', ')}`)
  const ofParent = (/** @type {string} */ parent) => entries.filter((page) => page.parent === parent)
  return [
    methodsIndex(ofParent('methods/index.html'), entries),
    ...ofParent('methods/index.html').map((page) => entryPage(page, entries, apiPage)),
    searchesIndex(ofParent('searches/index.html'), entries),
    ...ofParent('searches/index.html').map((page) => entryPage(page, entries, apiPage)),
    learnersIndex(ofParent('learners/index.html'), entries),
    ...ofParent('learners/index.html').map((page) => entryPage(page, entries, apiPage)),
  ]
}

/** @param {readonly string[]} ids */
function checkFamilies(ids) {
  const listed = families.flatMap((family) => family.ids)
  const missing = ids.filter((id) => !listed.includes(id))
  if (missing.length > 0) throw new Error(`missing method in tools/site/families.js: ${missing.join(', ')}`)
  const wrong = listed.filter((id, i) => !ids.includes(id) || listed.indexOf(id) !== i)
  if (wrong.length > 0) throw new Error(`unknown method, or twice, in tools/site/families.js: ${wrong.join(', ')}`)
}

/**
 * @param {string} root
 * @param {string} folder
 */
function sourcesIn(root, folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
}

/**
 * What a name of a criterion with a search stands for.
 * @param {string} id
 * @returns {Docstring | undefined}
 */
function docstringOfNamed(id) {
  const named = namedMethods.find((method) => method.id === id)
  if (named === undefined) return undefined
  const parts = `the criterion \`${named.criterion.method}\` with the search \`${named.search.method}\``
  const spec = `--criterion ${methodText(named.criterion)} --search ${methodText(named.search)}`
  return {
    text: `Stands for ${parts}.\n\nThe same as \`${spec}\`.`,
    examples: [],
    throws: [],
    params: new Map(),
  }
}

/**
 * Links from a page to entries: a method first, then a search, then a learner of that name.
 * @param {string} from
 * @param {readonly EntryPage[]} entries
 */
function linkTo(from, entries) {
  return (/** @type {string} */ name) => {
    const found = entries.find(({ entry }) => entry.id === name)
    return found && found.path !== from ? relativeTo(from, found.path) : undefined
  }
}

/**
 * @param {readonly EntryPage[]} pages
 * @param {readonly EntryPage[]} entries
 * @returns {Page}
 */
function methodsIndex(pages, entries) {
  const path = 'methods/index.html'
  const anchor = anchorsOfPage()
  const link = linkTo(path, entries)
  const tables = families.map((family) => {
    const rows = pages
      .filter((page) => page.family === family)
      .map((page) => {
        const { id, title, shape, types, better, units, pValue, source } =
          /** @type {import('criba').CatalogueEntry} */ (page.entry)
        return [
          `<a href="${relativeTo(path, page.path)}"><code>${id}</code></a>`,
          `<strong>${escapeHtml(title)}.</strong> ${summaryOf(page, link)}`,
          shape,
          typesText(types.features),
          typesText(types.target),
          escapeHtml(`${better}, in ${units}`),
          pValue === undefined ? '' : '✓',
          escapeHtml(source),
        ]
      })
    const titles = ['method', 'what it rewards', 'shape', 'columns', 'target', 'better', 'p', 'reference']
    return `<h2 id="${anchor(family.title)}">${escapeHtml(family.title)}</h2>
<p>${escapeHtml(family.about)} <a href="${relativeTo(path, pageOf(family.page))}">The guide</a> has more about them.</p>
${tableHtml(titles, rows)}`
  })
  const html = `<h1 id="all-methods">All methods</h1>
<p>criba has ${pages.length} methods. A <em>rank</em> method scores each column by itself, for <code>criba rank</code>. A <em>step</em>
method scores what a column adds to those selected before, and a <em>subset</em> method scores a set, both for <code>criba select</code>.
A <em>resampling</em> method repeats another one. A tick under p says that a method has p-values of its own; others get them by
permutation.</p>
${tables.join('\n')}`
  return { path, title: 'All methods', html }
}

/**
 * @param {EntryPage} page
 * @param {(name: string) => string | undefined} link
 */
function summaryOf({ docstring }, link) {
  return docstring === undefined ? '' : renderSentence(firstSentence(docstring.text).sentence, link)
}

/** @param {readonly string[]} types */
function typesText(types) {
  return types.length === 0 ? 'none' : types.length === 2 ? 'any' : escapeHtml(types[0])
}

/**
 * @param {readonly EntryPage[]} pages
 * @param {readonly EntryPage[]} entries
 * @returns {Page}
 */
function searchesIndex(pages, entries) {
  const path = 'searches/index.html'
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
${tableHtml(['search', 'title', 'evaluates', 'how', 'reference'], rows)}`
  return { path, title: 'Searches', html }
}

/**
 * @param {readonly EntryPage[]} pages
 * @param {readonly EntryPage[]} entries
 * @returns {Page}
 */
function learnersIndex(pages, entries) {
  const path = 'learners/index.html'
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
${tableHtml(['learner', 'what it learns', 'task', 'reference'], rows)}`
  return { path, title: 'Learners', html }
}

/**
 * The page of one method, search or learner.
 * @param {EntryPage} page
 * @param {readonly EntryPage[]} entries
 * @param {(name: string) => string | undefined} apiPage
 * @returns {Page}
 */
function entryPage({ entry, sheet, docstring, path, parent, family }, entries, apiPage) {
  const { id, title, options } = entry
  const link = linkTo(path, entries)
  const { sentence, rest } = firstSentence(docstring?.text ?? '')
  const facts = sheet.facts.map(
    ([name, fact]) => `<dt>${escapeHtml(name)}</dt><dd>${name === 'formula' ? formula(fact) : renderSentence(fact, link)}</dd>`,
  )
  const familyFact = family
    ? `<dt>family</dt><dd><a href="${relativeTo(path, pageOf(family.page))}">${escapeHtml(family.title)}</a></dd>`
    : ''
  const api = apiPage(camelCase(id))
  const inLibrary = api
    ? `<p>In the library it is the function <a href="${relativeTo(path, api)}"><code>${camelCase(id)}</code></a>.</p>`
    : ''
  const examples = docstring?.examples.map((example) => codeBlock(unfenced(example), 'ts')).join('') ?? ''
  const html = `<h1 id="${id}">${escapeHtml(title)}</h1>
<p class="lead">${renderSentence(sentence, link)}</p>
<dl class="facts"><dt>name</dt><dd><code>${id}</code></dd>${facts.join('\n')}${familyFact}</dl>
${rest === '' ? '' : `<h2 id="definition">Definition</h2>\n${renderDocstring(rest, link)}`}
${optionsHtml(options)}
<h2 id="example">Example</h2>
${codeBlock(sheet.use, 'sh')}${examples}${inLibrary}`
  return { path, title: `${id}: ${title}`, label: id, html, parent, ...(family && { group: family.title }) }
}

/** @param {string} text */
function formula(text) {
  return `<span class="formula">${escapeHtml(text)}</span>`
}

/** @param {string} example */
export function unfenced(example) {
  return example.replace(/^```\w*\n|\n```$/g, '')
}

/** @param {string} id */
function camelCase(id) {
  return id.replace(/-(\w)/g, (_, letter) => String(letter).toUpperCase())
}

/** @param {Entry['options']} options */
function optionsHtml(options) {
  const rows = Object.entries(options).map(([name, rule]) => [
    `<code>${name}</code>`,
    rule.default === undefined ? 'required' : `<code>${escapeHtml(String(rule.default))}</code>`,
    escapeHtml(choiceText(rule)),
    escapeHtml(rule.help) + conditionsOf(rule),
  ])
  return rows.length === 0
    ? ''
    : `<h2 id="options">Options</h2>\n${tableHtml(['option', 'default', 'takes', 'what it is'], rows)}`
}

/** @param {Entry['options'][string]} rule */
function conditionsOf({ only, beside }) {
  const conditions = Object.entries(only ?? {}).map(([name, values]) => `${name} ${values.join(', ')}`)
  if (beside !== undefined) conditions.push(`another ${beside} than the default`)
  return conditions.length === 0
    ? ''
    : ` <span class="condition">Only with ${escapeHtml(conditions.join(' and '))}.</span>`
}
