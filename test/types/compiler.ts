// Lines of a program that uses criba, checked by the compiler and completed as in an editor.
import ts from 'typescript'
import { root } from '../house/imports.ts'

const path = `${root}test/types/program.ts`
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  types: [],
}

/** The place in a line to complete. */
const cursor = '▮'

/** The compiler's messages for each line, and the completions at the cursor of a line. */
export function compiler(lines: readonly string[]) {
  const head = `import * as criba from 'criba'
import { rank, score, select } from 'criba'
import { cv, defineLearner, defineRank, deltaTest, exhaustive, fisher, forward, jmi, jointMi, njmim, pearson, rankers } from 'criba/methods'
import type { RankSpec, SelectSpec, Table } from 'criba'
declare const table: Table
declare const names: string[]
declare const mine: ReturnType<typeof defineRank>
`
  const text = head + lines.join('\n')
  const program = text.replaceAll(cursor, '')
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const found = name === path ? program : ts.sys.readFile(name)
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found)
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
  }
  const service = ts.createLanguageService(host)
  const faults = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)]
  const lineOf = (place: number) => program.slice(0, place).split('\n').length - head.split('\n').length
  return {
    /** The messages of each line. */
    faults: lines.map((_, line) =>
      faults
        .filter(({ start }) => lineOf(start!) === line)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ),
    /** The completions at the cursor of a line. */
    offered: (line: number) => {
      const place = head.length + lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0)
      const before = text.slice(0, place).split(cursor).length - 1
      const at = place + lines[line].indexOf(cursor) - before
      return (service.getCompletionsAtPosition(path, at, {})?.entries ?? []).map(({ name }) => name)
    },
  }
}
