import MarkdownIt from 'markdown-it'
import { anchorsOfPage } from './anchors.js'
import { codeBlock } from './code.js'
import { escapeHtml, scrolling } from './html.js'

/**
 * @typedef {object} Env
 * @property {(href: string) => string} link the address of a link in the site
 * @property {(heading: string) => string} anchor
 * @property {string} title
 */

const markdown = new MarkdownIt({ html: false })

const { rules } = markdown.renderer
/** @type {(content: string, language: string) => string} */
const code = (content, language) => codeBlock(content, language)
rules.code_block = (tokens, i) => code(tokens[i].content, '')
rules.fence = (tokens, i) => code(tokens[i].content, tokens[i].info.trim())
rules.table_open = () => scrolling('\n<table>').replace('</div>', '')
rules.table_close = () => '</table></div>\n'
rules.th_open = (tokens, i) => `<th scope="col"${alignment(tokens[i])}>`
rules.td_open = (tokens, i) => `<td${alignment(tokens[i])}>`
rules.heading_open = (tokens, i, _, /** @type {Env} */ env) => {
  const text = textOf(tokens[i + 1])
  if (tokens[i].tag === 'h1') env.title ||= text
  return `<${tokens[i].tag} id="${escapeHtml(env.anchor(text))}">`
}
rules.link_open = (tokens, i, _, /** @type {Env} */ env) =>
  `<a href="${escapeHtml(env.link(String(tokens[i].attrGet('href'))))}">`
rules.image = (tokens, i, _, /** @type {Env} */ env) => {
  const address = env.link(String(tokens[i].attrGet('src')))
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(textOf(tokens[i]))}" loading="lazy">`
}

/** @param {import('markdown-it').Token} token */
function textOf(token) {
  return (token.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
}

/** @param {import('markdown-it').Token} token */
function alignment(token) {
  const style = token.attrGet('style')
  return style === null ? '' : ` class="${style.replace('text-align:', '')}"`
}

/**
 * A page of Markdown as HTML, with its title.
 * @param {string} text
 * @param {(href: string) => string} link
 */
export function renderMarkdown(text, link) {
  /** @type {Env} */
  const env = { link, anchor: anchorsOfPage(), title: '' }
  const html = markdown.render(text, env)
  return { title: env.title, html }
}

/** For docstrings, whose formulas have asterisks and underscores of their own. */
const plain = new MarkdownIt({ html: false }).disable(['emphasis', 'strikethrough', 'heading', 'lheading'])
plain.renderer.rules.code_block = rules.code_block
plain.renderer.rules.fence = rules.fence
plain.renderer.rules.code_inline = (tokens, i, _, /** @type {{ link: (name: string) => string | undefined }} */ env) => {
  const { content } = tokens[i]
  const address = env.link(content)
  const span = `<code>${escapeHtml(content)}</code>`
  return address ? `<a href="${address}">${span}</a>` : span
}

/**
 * The text of a docstring as HTML.
 * @param {string} text
 * @param {(name: string) => string | undefined} link the address of a name in a code span
 */
export function renderDocstring(text, link) {
  return plain.render(text, { link })
}

/**
 * A sentence of a docstring as HTML without a paragraph.
 * @param {string} text
 * @param {(name: string) => string | undefined} link
 */
export function renderSentence(text, link) {
  return plain.renderInline(text, { link })
}

/**
 * Every link and image of a page, as written.
 * @param {string} text
 */
export function linksOf(text) {
  /** @type {string[]} */
  const links = []
  renderMarkdown(text, (href) => {
    links.push(href)
    return href
  })
  return links
}
