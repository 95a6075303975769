import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root } from '../house/imports.ts'

/** The files that have something of each kind of request. */
const complete = ['src/core/statistics/request.ts', 'src/memory/handlers.ts', 'src/sql/tasks.ts']
const program = `
declare module '../../src/core/statistics/request.ts' {
  interface Requests {
    readonly invented: { readonly request: { readonly kind: 'invented'; readonly view: object }; readonly answer: number }
  }
}
export {}
`

describe('a new kind of request', () => {
  it('does not compile where it is forgotten', () => {
    const path = `${root}test/types/invented.ts`
    const config = ts.readConfigFile(`${root}tsconfig.json`, (name) => readFileSync(name, 'utf8'))
    const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
    // What a page or Node adds is not what the messages are about.
    Object.assign(options, { lib: ['lib.es2023.d.ts'], types: [] })
    const host = ts.createCompilerHost(options)
    const withProgram: ts.CompilerHost = {
      ...host,
      fileExists: (name) => name === path || host.fileExists(name),
      getSourceFile: (name, ...rest) =>
        name === path
          ? ts.createSourceFile(name, program, ts.ScriptTarget.ES2022)
          : host.getSourceFile(name, ...rest),
    }
    const compiled = ts.createProgram([path, ...complete.map((name) => root + name)], options, withProgram)
    for (const name of complete) {
      const messages = compiled
        .getSemanticDiagnostics(compiled.getSourceFile(root + name))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
      expect(messages, name).toContainEqual(expect.stringMatching(/Property 'invented' is missing/))
    }
  }, 60_000)
})
