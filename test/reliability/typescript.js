// Hooks for scripts that use files of the tests: TypeScript is loaded without its types.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true }

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
  const text = readFileSync(fileURLToPath(url), 'utf8')
  const source = ts.transpileModule(text, { compilerOptions: options }).outputText
  return { format: 'module', source, shortCircuit: true }
}
