import MarkdownIt from 'markdown-it'
import { anchorsOfPage } from './anchors.js'
import { codeBlock } from './code.js'
import { escapeHtml, scrolling, withSubscripts } from './html.js'

/** @typedef {import('markdown-it').Token} Token */
/**
 * What a page of Markdown is rendered with.
 * @typedef {object} Env
 * @property {(href: string) => string} link the address of a link in the site
 * @property {(src: string) => boolean} isOnPaper whether an image has the colours of paper in the dark too
 * @property {(heading: string) => string} anchor
 * @property {string} title
 */
/**
 * What a docstring is rendered with.
 * @typedef {object} DocstringEnv
 * @property {(name: string) => string | undefined} link the address of a name in a code span
 */

/** @type {Readonly<Record<string, (tokens: readonly Token[], i: number) => string>>} */
const codeRules = {
  code_block: (tokens, i) => codeBlock(tokens[i].content, ''),
  fence: (tokens, i) => codeBlock(tokens[i].content, tokens[i].info.trim()),
}

/** @type {Readonly<Record<string, (tokens: readonly Token[], i: number, options: unknown, env: Env) => string>>} */
const pageRules = {
  text: (tokens, i) => withSubscripts(escapeHtml(tokens[i].content)),
  code_inline: (tokens, i) => codeSpan(tokens[i].content),
  table_open: () => scrolling('\n<table>').replace('</div>', ''),
  table_close: () => '</table></div>\n',
  // A title without a text is a cell.
  th_open: (tokens, i) => (isEmpty(tokens[i + 1]) ? '<td>' : `<th scope="col"${alignment(tokens[i])}>`),
  th_close: (tokens, i) => (isEmpty(tokens[i - 1]) ? '</td>' : '</th>'),
  td_open: (tokens, i) => `<td${alignment(tokens[i])}>`,
  heading_open: (tokens, i, _, env) => {
    const text = textOf(tokens[i + 1])
    if (tokens[i].tag === 'h1') env.title ||= text
    return `<${tokens[i].tag} id="${escapeHtml(env.anchor(text))}">`
  },
  link_open: (tokens, i, _, env) => `<a href="${escapeHtml(env.link(String(tokens[i].attrGet('href'))))}">`,
  image: (tokens, i, _, env) => {
    const source = String(tokens[i].attrGet('src'))
    const address = escapeHtml(env.link(source))
    const paper = env.isOnPaper(source) ? ' class="paper"' : ''
    return `<img src="${address}" alt="${escapeHtml(textOf(tokens[i]))}" loading="lazy"${paper}>`
  },
}

/** @type {Readonly<Record<string, (tokens: readonly Token[], i: number, options: unknown, env: DocstringEnv) => string>>} */
const docstringRules = {
  text: (tokens, i) => withSubscripts(escapeHtml(tokens[i].content)),
  code_inline: (tokens, i, _, env) => {
    const span = codeSpan(tokens[i].content)
    const address = env.link(tokens[i].content)
    return address ? `<a href="${address}">${span}</a>` : span
  },
}

const pages = new MarkdownIt({ html: false })
Object.assign(pages.renderer.rules, codeRules, pageRules)

/** Formulas in docstrings have asterisks and underscores of their own. */
const docstrings = new MarkdownIt({ html: false }).disable([
  'emphasis',
  'strikethrough',
  'heading',
  'lheading',
])
Object.assign(docstrings.renderer.rules, codeRules, docstringRules)

/**
 * A short name stays on one line.
 * @param {string} content
 */
function codeSpan(content) {
  return `<code${content.length <= 24 ? ' class="whole"' : ''}>${escapeHtml(content)}</code>`
}

/** @param {Token} token */
function textOf(token) {
  return (token.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
}

/** @param {Token} cell */
function isEmpty({ content }) {
  return content.trim() === ''
}

/** @param {Token} token */
function alignment(token) {
  const style = token.attrGet('style')
  return style === null ? '' : ` class="${String(style).replace('text-align:', '')}"`
}

/**
 * A page of Markdown as HTML, with its title.
 * @param {string} text
 * @param {Env['link']} link
 * @param {Env['isOnPaper']} [isOnPaper]
 */
export function renderMarkdown(text, link, isOnPaper = () => false) {
  /** @type {Env} */
  const env = { link, isOnPaper, anchor: anchorsOfPage(), title: '' }
  const html = pages.render(text, env)
  return { title: env.title, html }
}

/**
 * The text of a docstring as HTML.
 * @param {string} text
 * @param {DocstringEnv['link']} link
 */
export function renderDocstring(text, link) {
  return docstrings.render(text, { link })
}

/**
 * A sentence of a docstring as HTML without a paragraph.
 * @param {string} text
 * @param {DocstringEnv['link']} link
 */
export function renderSentence(text, link) {
  return docstrings.renderInline(text, { link })
}
