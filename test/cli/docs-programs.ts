/* The snippets that README.md and docs/ show. */

import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format, promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { folderFor, keepRows, textOf } from './docs-pages.ts'

/** The snippets of a page as one program. */
export function programOf(text: string): string {
  return [...text.matchAll(/^```[jt]s\n([^]*?)^```$/gm)].map(([, code]) => code).join('\n')
}

/** Pages whose comments say the same of every nth row of an example. */
const fewerRows: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  'docs/library.md': [
    ['diabetes', 11],
    ['penguins', 3],
  ],
  'docs/compare.md': [['breast-cancer', 6]],
  'docs/reports.md': [['breast-cancer', 4]],
}

const options: ts.CompilerOptions = {
  strict: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  types: [],
  module: ts.ModuleKind.NodeNext,
}

/** Runs the snippets of pages, each page as one program. */
export function testPrograms(pages: readonly string[]): void {
  const programs = pages.map((page) => {
    const folder = folderFor(page)
    const text = programOf(textOf(page))
    for (const [example, every] of fewerRows[page] ?? [])
      keepRows(folder, example, (row) => row % every === 0)
    return { page, folder, text }
  })
  afterAll(() => {
    for (const { folder } of programs) rmSync(folder, { recursive: true })
  })

  // With its types checked in docs.long.ts.
  beforeAll(() => {
    for (const { folder, text } of programs) {
      const compilerOptions = { ...options, module: ts.ModuleKind.ESNext }
      const { outputText } = ts.transpileModule(text, { compilerOptions })
      writeFileSync(join(folder, 'program.js'), outputText)
    }
  })

  it.each(programs)('of $page run, and print what their comments say', async ({ page, folder, text }) => {
    // Programs that close what they opened run in a process of their own, which has to end.
    const isApart = /\.close\(\)/.test(text)
    const printed = (await (isApart ? linesApart(folder) : linesHere(folder))).split('\n')
    for (const [, comment] of text.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm))
      expect(printed, page).toContain(comment)
  })
}

/** Checks the types of the snippets of pages, each page as one program; the compiler reads what they import once. */
export function testTypes(pages: readonly string[]): void {
  const folders = pages.map((page) => folderFor(page))
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

  it('compile', () => {
    const paths = folders.map((folder) => join(folder, 'program.ts'))
    for (const [i, path] of paths.entries()) writeFileSync(path, programOf(textOf(pages[i])))
    const messages = ts
      .getPreEmitDiagnostics(ts.createProgram(paths, { ...options, noEmit: true }))
      .map(({ file, messageText }) => {
        return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
      })
    expect(messages).toEqual([])
  })
}

async function linesApart(folder: string): Promise<string> {
  return (await promisify(execFile)(process.execPath, ['program.js'], { cwd: folder })).stdout
}

/** Runs a program in this process, which has loaded the package. */
async function linesHere(folder: string): Promise<string> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((...values) => void lines.push(format(...values)))
  const before = process.cwd()
  process.chdir(folder)
  try {
    await import(/* @vite-ignore */ pathToFileURL(join(folder, 'program.js')).href)
  } finally {
    process.chdir(before)
    log.mockRestore()
  }
  return lines.join('\n')
}
