// Names and levels come from strangers' files: no template can forget to show what nobody would see.
import { fileURLToPath } from 'node:url'
import { parse } from 'svelte/compiler'

const file = fileURLToPath(new URL('../studio/state/shown.ts', import.meta.url)).replaceAll('\\', '/')

/** Attributes that are read by people. */
const read = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
])

/**
 * @typedef {object} Node Of the tree of a template, what is looked at.
 * @property {string} type
 * @property {string} [name]
 * @property {number} start
 * @property {number} end
 * @property {unknown} [value]
 * @property {Node[]} [nodes]
 * @property {Node[]} [attributes]
 * @property {{ readonly nodes: Node[] }} [fragment]
 * @property {{ readonly content: { readonly start: number } }} [instance]
 */

/**
 * A component in which `shown` is around each text and each attribute that people read.
 * @param {string} source
 */
export function withShownTexts(source) {
  const root = /** @type {Node} */ (/** @type {unknown} */ (parse(source, { modern: true })))
  /** @type {{ at: number, end: number, text: string }[]} */
  const edits = []
  /** @param {Node} tag @param {string} before */
  const wrap = ({ start, end }, before = '') =>
    edits.push({ at: start, end, text: `${before}{shownText(${source.slice(start + 1, end - 1)})}` })

  /** @param {Node} element */
  function attributesOf({ type, name, start, attributes = [], fragment }) {
    if (!/^(Regular|Svelte)Element$/.test(type)) return
    const where = `<${name}> at ${start}`
    if (attributes.some((one) => one.type === 'SpreadAttribute'))
      throw new Error(
        `unsuitable spread: ${where} (name its attributes: those that people read are found by name)`,
      )
    const isTextValue = name === 'option' && !attributes.some((one) => one.name === 'value')
    if (isTextValue && fragment?.nodes.some((node) => node.type === 'ExpressionTag'))
      throw new Error(`missing value: ${where} (its text is not the value)`)
    for (const attribute of attributes) {
      if (attribute.type !== 'Attribute' || !read.has(attribute.name ?? '')) continue
      for (const part of [attribute.value].flat()) {
        const tag = /** @type {Node} */ (part)
        if (tag?.type !== 'ExpressionTag') continue
        // `{title}` is short for `title={title}`.
        if (source[attribute.start] === '{') wrap(attribute, `${attribute.name}=`)
        else wrap(tag)
      }
    }
  }

  /** @param {unknown} value */
  function visit(value) {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) return value.forEach((one) => visit(one))
    const node = /** @type {Node} */ (value)
    attributesOf(node)
    if (node.type === 'Fragment')
      for (const child of node.nodes ?? []) if (child.type === 'ExpressionTag') wrap(child)
    for (const [key, child] of Object.entries(node))
      if (!['instance', 'module', 'css', 'expression'].includes(key)) visit(child)
  }
  visit(root)
  if (edits.length === 0) return source
  const line = `\n  import { shown as shownText } from ${JSON.stringify(file)}\n`
  edits.push(
    root.instance
      ? { at: root.instance.content.start, end: root.instance.content.start, text: line }
      : { at: 0, end: 0, text: `<script lang="ts">${line}</script>\n` },
  )
  return edits
    .sort((a, b) => b.at - a.at)
    .reduce((code, { at, end, text }) => code.slice(0, at) + text + code.slice(end), source)
}
