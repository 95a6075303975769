import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * @typedef {object} Docstring
 * @property {string} text
 * @property {readonly string[]} examples
 * @property {readonly string[]} throws
 * @property {ReadonlyMap<string, string>} params what is said of parameters, by name
 */

/**
 * The docstring of a declaration.
 * @param {ts.Node} node
 * @returns {Docstring}
 */
export function docstringOf(node) {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  const tags = docs.flatMap(({ tags = [] }) => [...tags])
  const named = (/** @type {string} */ name) =>
    tags.filter(({ tagName }) => tagName.text === name).map(({ comment }) => unwrapped(comment))
  const params = tags
    .filter(ts.isJSDocParameterTag)
    .map((tag) => /** @type {const} */ ([tag.name.getText(), unwrapped(tag.comment)]))
  return {
    text: docs.map(({ comment }) => unwrapped(comment)).join('\n\n'),
    examples: named('example'),
    throws: named('throws'),
    params: new Map(params),
  }
}

/** @param {string | ts.NodeArray<ts.JSDocComment> | undefined} comment */
function unwrapped(comment) {
  return ts.getTextOfJSDocComment(comment) ?? ''
}

/**
 * The first sentence of a docstring, and the rest.
 * @param {string} text
 */
export function firstSentence(text) {
  const [paragraph, ...others] = text.split(/\n\s*\n/)
  const [sentence] = /^[^]*?[.:!?](?=\s+[\p{Lu}`]|\s*$)/u.exec(paragraph) ?? [paragraph]
  const rest = [paragraph.slice(sentence.length).trim(), ...others].filter((part) => part !== '')
  return { sentence: sentence.replace(/\s+/g, ' ').replace(/:$/, '.'), rest: rest.join('\n\n') }
}

/**
 * The docstrings of the constants of files, such as the records of criteria, by their names.
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Map<string, Docstring>}
 */
export function docstringsOfConstants(root, files) {
  /** @type {Map<string, Docstring>} */
  const found = new Map()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true).statements) {
      if (!ts.isVariableStatement(statement)) continue
      const docstring = docstringOf(statement)
      const [{ name }] = statement.declarationList.declarations
      if (docstring.text !== '') found.set(name.getText(), docstring)
    }
  }
  return found
}
