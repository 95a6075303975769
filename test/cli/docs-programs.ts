/* The snippets that README.md and docs/ show. */

import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format, promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, expect, it, vi } from 'vitest'
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

/** Compiles and runs the snippets of pages, each page as one program; the compiler reads what they import once. */
export function testPrograms(pages: readonly string[]): void {
  const programs = pages.map((page) => {
    const folder = folderFor(page)
    const path = join(folder, 'program.ts')
    const text = programOf(textOf(page))
    writeFileSync(path, text)
    for (const [example, every] of fewerRows[page] ?? [])
      keepRows(folder, example, (row) => row % every === 0)
    return { page, folder, path, text }
  })
  afterAll(() => {
    for (const { folder } of programs) rmSync(folder, { recursive: true })
  })

  it('compile', () => {
    const options: ts.CompilerOptions = {
      strict: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      types: [],
      module: ts.ModuleKind.NodeNext,
    }
    const compiled = ts.createProgram(
      programs.map(({ path }) => path),
      options,
    )
    const messages = ts.getPreEmitDiagnostics(compiled).map(({ file, messageText }) => {
      return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
    expect(messages).toEqual([])
    compiled.emit()
  })

  it.each(programs)('of $page run, and print what their comments say', async ({ page, folder, text }) => {
    // Programs that close what they opened run in a process of their own, which has to end.
    const isApart = /\.close\(\)/.test(text)
    const printed = (await (isApart ? linesApart(folder) : linesHere(folder))).split('\n')
    for (const [, comment] of text.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm))
      expect(printed, page).toContain(comment)
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
