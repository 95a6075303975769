import { codeBlock, highlight } from './code.js'
import { escapeHtml, tableHtml } from './html.js'
import { relativeTo } from './links.js'
import { renderDocstring, renderSentence } from './markdown.js'
import { topics } from './topics.js'
import { exampleHtml, formatCode } from './typescript-code.js'

/** @typedef {import('./pages.js').Page} Page */
/** @typedef {import('./api.js').Exported} Exported */
/** @typedef {(name: string) => string | undefined} Link */

/**
 * The topic of an export.
 * @param {Exported} exported
 */
function topicOf({ name, entry, kind, source }) {
  const topic = topics.find(
    (of) =>
      (of.entry === undefined || of.entry === entry) &&
      (of.kinds === undefined || of.kinds.includes(kind)) &&
      ((of.files === undefined && of.names === undefined) ||
        of.names?.includes(name) ||
        of.files?.some((file) => source.startsWith(file))),
  )
  if (topic === undefined) throw new Error(`missing topic in tools/site/topics.js: ${name} of ${source}`)
  return topic
}

/**
 * Where each exported name stands in the reference, by its name and by the name in its file; of names in two
 * imports the first.
 * @param {readonly Exported[]} api
 */
export function apiAddresses(api) {
  /** @type {Map<string, string>} */
  const addresses = new Map()
  for (const exported of api) {
    const address = `api/${topicOf(exported).id}.html#${anchorOf(exported)}`
    if (!addresses.has(exported.name)) addresses.set(exported.name, address)
  }
  for (const { name, local } of api) {
    if (!addresses.has(local)) addresses.set(local, /** @type {string} */ (addresses.get(name)))
  }
  return addresses
}

/**
 * Names that differ in case only have different anchors, since anchors keep their case.
 * @param {Exported} exported
 */
function anchorOf({ name }) {
  return name
}

/**
 * The pages of the API reference.
 * @param {readonly Exported[]} api
 * @param {ReadonlyMap<string, string>} addresses
 * @param {ReadonlyMap<string, string>} entries the pages of methods and searches, by the names of their
 * functions
 * @returns {Promise<Page[]>}
 */
export async function apiPages(api, addresses, entries) {
  const pages = topics.flatMap((topic) => {
    const exports = api.filter((exported) => topicOf(exported) === topic)
    return exports.length === 0 ? [] : [{ topic, exports }]
  })
  const index = indexPage(pages)
  return [
    index,
    ...(await Promise.all(pages.map(({ topic, exports }) => topicPage(topic, exports, addresses, entries)))),
  ]
}

/**
 * @param {readonly { readonly topic: (typeof topics)[number]; readonly exports: readonly Exported[] }[]}
 * pages
 * @returns {Page}
 */
function indexPage(pages) {
  const rows = pages.map(({ topic, exports }) => [
    `<a href="${topic.id}.html">${escapeHtml(topic.title)}</a>`,
    `<code>${topic.entry}</code>`,
    escapeHtml(topic.about),
    String(exports.length),
  ])
  const names = pages
    .flatMap(({ topic, exports }) => exports.map((exported) => ({ topic, exported })))
    .sort((a, b) => (a.exported.name.toLowerCase() < b.exported.name.toLowerCase() ? -1 : 1))
    .map(
      ({ topic, exported }) =>
        `<li><a href="${topic.id}.html#${anchorOf(exported)}"><code>${exported.name}</code></a></li>`,
    )
  const html = `<h1 id="api-reference">API reference</h1>
<p>Every exported function and type, made from the types and the comments of the code. <a href="../docs/library.html">The library</a>
explains how to use them.</p>
${tableHtml(['topic', 'import from', 'what it has', 'names'], rows)}
<h2 id="all-names">All names</h2>
<ul class="names">
${names.join('\n')}
</ul>`
  return { path: 'api/index.html', title: 'API reference', html }
}

/**
 * @param {(typeof topics)[number]} topic
 * @param {readonly Exported[]} exports
 * @param {ReadonlyMap<string, string>} addresses
 * @param {ReadonlyMap<string, string>} entries
 * @returns {Promise<Page>}
 */
async function topicPage(topic, exports, addresses, entries) {
  const path = `api/${topic.id}.html`
  const ordered = [...exports].sort((a, b) => rankOf(a) - rankOf(b))
  const parts = await Promise.all(ordered.map((exported) => exportHtml(exported, path, addresses, entries)))
  const values = ordered.filter(({ kind }) => kind !== 'type')
  const imported = (values.length > 0 ? values : ordered).slice(0, 3).map(({ name }) => name)
  const word = values.length > 0 ? 'import' : 'import type'
  const html = `<h1 id="${topic.id}-of-the-api">${escapeHtml(topic.title)}</h1>
<p class="lead">${escapeHtml(topic.about)}</p>
${codeBlock(`${word} { ${imported.join(', ')} } from '${topic.entry}'`, 'ts')}
${parts.join('\n')}`
  return { path, title: topic.title, html, parent: 'api/index.html' }
}

/** @param {Exported} exported */
function rankOf({ kind }) {
  return ['function', 'method', 'class', 'constant', 'type'].indexOf(kind)
}

/**
 * One exported name.
 * @param {Exported} exported
 * @param {string} path
 * @param {ReadonlyMap<string, string>} addresses
 * @param {ReadonlyMap<string, string>} entries
 */
async function exportHtml(exported, path, addresses, entries) {
  const { name, kind, source, declarations, members } = exported
  const entry = kind === 'method' ? entries.get(name) : undefined
  const more = entry ? `<a href="${relativeTo(path, entry)}">Formula, options and examples</a> · ` : ''
  const link = linkIn(path, addresses, exported)
  const shown = await Promise.all(
    declarations.map(
      async ({ text, docstring }) => (await signature(text, link)) + (await docstringHtml(docstring, link)),
    ),
  )
  const described = await Promise.all(members.map((member) => memberHtml(member, link)))
  const list = described.length === 0 ? '' : `<dl class="members">\n${described.join('\n')}\n</dl>`
  return `<section class="export">
<h2 id="${anchorOf(exported)}">${name}</h2>
${shown.join('\n')}${list}
<p class="source">${more}<code>${source}</code></p>
</section>`
}

/**
 * Links from a page to exported names, but not from a name to itself.
 * @param {string} path
 * @param {ReadonlyMap<string, string>} addresses
 * @param {Exported} self
 * @returns {Link}
 */
function linkIn(path, addresses, { name, local }) {
  return (word) => {
    const address = word === name || word === local ? undefined : addresses.get(word)
    if (address === undefined) return undefined
    const [page, anchor] = address.split('#')
    return page === path ? `#${anchor}` : `${relativeTo(path, page)}#${anchor}`
  }
}

/**
 * A declaration in the style of the code; types link to where they are described.
 * @param {string} text
 * @param {Link} link
 */
async function signature(text, link) {
  const isHeader = /^(interface|class) /.test(text)
  const isFunction = text.startsWith('function ')
  const whole = isHeader
    ? `${text} {}`
    : isFunction
      ? `declare ${text}`
      : text.replace(/^const /, 'declare const ')
  const tidy = await formatCode(whole)
  const shown = isHeader ? tidy.replace(/ \{\}$/, '') : tidy.replace(/^declare /, '')
  return `<pre class="signature" tabindex="0"><code>${highlight(shown, typesOnly(link))}</code></pre>\n`
}

/**
 * Only words that begin with a capital are types.
 * @param {Link} link
 * @returns {Link}
 */
function typesOnly(link) {
  return (word) => (/^[A-Z]/.test(word) ? link(word) : undefined)
}

/**
 * @param {import('./docstrings.js').Docstring} docstring
 * @param {Link} link
 */
async function docstringHtml({ text, params, throws, examples }, link) {
  const given = [...params].map(
    ([name, about]) => `<dt><code>${escapeHtml(name)}</code></dt><dd>${renderSentence(about, link)}</dd>`,
  )
  return [
    text === '' ? '' : renderDocstring(text, link),
    given.length === 0 ? '' : `<dl class="parameters">${given.join('')}</dl>`,
    ...throws.map((about) => `<p><strong>Throws</strong> ${renderSentence(about, link)}</p>`),
    ...(await Promise.all(examples.map(exampleHtml))),
  ].join('\n')
}

/**
 * @param {import('./api.js').Member} member
 * @param {Link} link
 */
async function memberHtml({ text, docstring }, link) {
  const short = text.replace(/^(?:public |readonly )+/, '')
  const isLong = short.length > 76 || short.includes('\n')
  const tidy = isLong
    ? (await formatCode(`declare class Members {\n${short}\n}`))
        .split('\n')
        .slice(1, -1)
        .map((line) => line.slice(2))
        .join('\n')
    : short
  const code = highlight(tidy, typesOnly(link))
  const term = isLong ? `<pre tabindex="0"><code>${code}</code></pre>` : `<code>${code}</code>`
  return `<dt>${term}</dt><dd>${await docstringHtml(docstring, link)}</dd>`
}
