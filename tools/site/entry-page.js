import { choiceText } from '../../dist/src/report/catalogue-text.js'
import { anchorsOfPage } from './anchors.js'
import { codeBlock } from './code.js'
import { firstSentence } from './docstrings.js'
import { camelCase } from './camel-case.js'
import { linkTo } from './entries.js'
import { escapeHtml, tableHtml, withSubscripts } from './html.js'
import { relativeTo } from './links.js'
import { renderDocstring, renderSentence } from './markdown.js'
import { pageOf } from './pages.js'
import { exampleHtml } from './typescript-code.js'
import { commandOf, figuresOf, shownLines } from './worked-examples.js'

/** @typedef {import('./pages.js').Page} Page */
/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./entries.js').EntryPage} EntryPage */
/** @typedef {import('./worked-examples.js').WorkedExample} WorkedExample */

/**
 * The page of one method, search or learner.
 * @param {EntryPage} page
 * @param {readonly EntryPage[]} entries
 * @param {(name: string) => string | undefined} apiPage
 * @param {WorkedExample} [example] what its page opens with
 * @returns {Promise<Page>}
 */
export async function entryPage(page, entries, apiPage, example) {
  const { entry, sheet, docstring, path, parent, family, names } = page
  const { id, title, options } = entry
  const link = linkTo(path, entries)
  const { sentence, rest } = firstSentence(docstring.text)
  const facts = sheet.facts.map(
    ([name, fact]) =>
      `<dt>${escapeHtml(name)}</dt><dd>${name === 'formula' ? formula(fact) : renderSentence(fact, link)}</dd>`,
  )
  if (names.length > 0)
    facts.push(
      `<dt>elsewhere</dt><dd>${escapeHtml(names.map(({ name, program }) => `${name} (${program})`).join(', '))}</dd>`,
    )
  const familyFact = family
    ? `<dt>family</dt><dd><a href="index.html#${anchorsOfPage()(family.title)}">${escapeHtml(family.title)}</a>, explained in <a href="${relativeTo(path, pageOf(family.page))}">the guide</a></dd>`
    : ''
  const api = apiPage(camelCase(id))
  const inLibrary = api
    ? `<p>In the library it is the function <a href="${relativeTo(path, api)}"><code>${camelCase(id)}</code></a>.</p>`
    : ''
  const examples = await Promise.all(docstring.examples.map(exampleHtml))
  const html = `<h1 id="${id}">${escapeHtml(title)}</h1>
<p class="lead">${renderSentence(sentence, link)}</p>
${example === undefined ? '' : workedHtml(page, example)}<dl class="facts"><dt>name</dt><dd><code>${id}</code></dd>${facts.join('\n')}${familyFact}</dl>
${rest === '' ? '' : `<h2 id="definition">Definition</h2>\n${renderDocstring(rest, link)}`}
${optionsHtml(options)}
<h2 id="use">Use</h2>
${codeBlock(sheet.use, 'sh')}${examples.join('')}${inLibrary}`
  return {
    path,
    title: `${id}: ${title}`,
    label: id,
    html,
    parent,
    ...(family && { group: family.title }),
    ...(names.length > 0 && { names: names.map(({ name }) => name) }),
    ...(example && { files: filesOf(page, example) }),
  }
}

/**
 * The figures of an example, for wide pages and for narrow ones.
 * @param {EntryPage} page
 * @param {WorkedExample} example
 * @returns {NonNullable<Page['files']>}
 */
function filesOf({ path }, example) {
  const { wide, narrow } = figuresOf(example)
  return [
    [figurePath(path), wide],
    [figurePath(path, '-narrow'), narrow],
  ]
}

/**
 * The file of the figure of a page.
 * @param {string} path
 * @param {'' | '-narrow'} [width]
 */
export function figurePath(path, width = '') {
  return path.replace(/\.html$/, `${width}.svg`)
}

/**
 * A real answer of a method: the command, what it prints, and its figure.
 * @param {EntryPage} page
 * @param {WorkedExample} example
 */
function workedHtml({ path }, example) {
  const { title, caption } = example.chart
  const session = [`$ ${commandOf(example)}`, ...shownLines(example)].join('\n')
  const alt = escapeHtml(`${title}. ${caption}`)
  return `${codeBlock(session, 'text')}<picture class="example"><source media="(max-width: 40rem)" srcset="${relativeTo(path, figurePath(path, '-narrow'))}"><img src="${relativeTo(path, figurePath(path))}" alt="${alt}"></picture>
`
}

/** @param {string} text */
function formula(text) {
  return `<span class="formula">${withSubscripts(escapeHtml(text))}</span>`
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
    : `<h2 id="options">Options</h2>\n${tableHtml(['option', 'default', 'takes', 'what it is'], rows, 'stacked')}`
}

/** @param {Entry['options'][string]} rule */
function conditionsOf({ only, beside }) {
  const conditions = Object.entries(only ?? {}).map(([name, values]) => `${name} ${values.join(', ')}`)
  if (beside !== undefined) conditions.push(`another ${beside} than the default`)
  return conditions.length === 0
    ? ''
    : ` <span class="condition">Only with ${escapeHtml(conditions.join(' and '))}.</span>`
}
