import { format } from 'prettier'
import { codeBlock } from './code.js'

/**
 * TypeScript in the style of the code, without semicolons.
 * @param {string} code
 */
export async function formatCode(code) {
  const tidy = await format(code, { parser: 'typescript', printWidth: 80, singleQuote: true, semi: false })
  return tidy.trim().replace(/^;/, '')
}

/**
 * An example of a docstring in lines that fit the page.
 * @param {string} example
 */
export async function exampleHtml(example) {
  const code = example.replace(/^```\w*\n|\n```$/g, '')
  try {
    return codeBlock(await formatCode(code), 'ts')
  } catch (error) {
    throw new Error(`invalid example in a docstring: ${code}`, { cause: error })
  }
}
