/* The commands, the output and the snippets that README.md and docs/ show. */

import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, expect, it } from 'vitest'
import { criba } from './criba.ts'
import { wordsOf } from './words.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** README.md, and the pages of docs/ and its folders. */
export const pages = ['README.md', ...pagesBelow('docs')]
export const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }

/** The pages in a folder and in the folders below it. */
function pagesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return pagesBelow(path)
    return path.endsWith('.md') ? [path] : []
  })
}

/** The commands of a page that call criba, as their arguments. */
export function commandsOf(text: string): string[][] {
  const calls = text.matchAll(/^ {4}(?:npm run (?:-s )?criba --|npx criba) (.*)$/gm)
  return [...calls].map(([, command]) => wordsOf(command))
}

/** The output that a page shows below a command. */
export function outputsOf(text: string): { readonly args: string[]; readonly lines: string[] }[] {
  return [...text.matchAll(/^```text\n\$ (.*)\n([^]*?)^```$/gm)].map(([, command, shown]) => ({
    args: wordsOf(
      command === 'npm start'
        ? scripts['start'].replace('node dist/cli.js ', '')
        : command.replace(/^criba /, ''),
    ),
    lines: shown.trimEnd().split('\n'),
  }))
}

/** Lines of output as a pattern: `…` is any number of lines, or within a line any text. */
function patternOf(lines: readonly string[]): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const parts = lines.map((line) =>
    line === '…' ? '(?:.*\n)*?' : `${line.split('…').map(literal).join('.*')}\n`,
  )
  return new RegExp(`^${parts.join('')}$`)
}

/** The snippets of a page as one program. */
export function programOf(text: string): string {
  return [...text.matchAll(/^```[jt]s\n([^]*?)^```$/gm)].map(([, code]) => code).join('\n')
}

/** A folder for a page, with the examples, a table `my.csv` and the package. */
export function folderFor(page: string): string {
  const folder = mkdtempSync(join(tmpdir(), `criba-${page.replace(/\W/g, '-')}-`))
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/criba'), 'junction')
  const rows = Array.from({ length: 60 }, (_, i) => [
    100 + i,
    i % 7,
    (i * i) % 11,
    i % 5,
    i % 3,
    i % 2,
    i % 7 < 3,
  ])
  writeFileSync(join(folder, 'my.csv'), ['id,a,b,c,d,e,y', ...rows.map((row) => row.join())].join('\n'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

/** Ends of commands that take a second or more, which docs.long.ts runs: those of many folds, splits or sets. */
export const slow: readonly string[] = [
  '--folds 10 --repeats 3',
  '--holdout 0.3 --repeats 20',
  '-t body_mass_g --strata species',
  '-t progression --size one-error',
  '-t progression --why s4',
  '-t sex --group island --folds 3',
  'experiment example-g-ranks',
  'experiment example-f-uniform-70 --table as-defined',
  'experiment alpha-beta --table ranges',
  'experiment greedy-on-noise',
  'experiment relief-blindness',
  'experiment square',
]
export const isSlow = (args: readonly string[]) => slow.some((options) => args.join(' ').endsWith(options))

/** Whether a page shows a command that is not slow, or its output. */
export const shows = (page: string) =>
  commandsOf(textOf(page)).some((args) => !isSlow(args)) || outputsOf(textOf(page)).length > 0

/** Runs the commands of a page that are wanted. */
export function runCommands(commands: readonly string[][], folder: string): void {
  it.each(commands.map((args) => [args.join(' '), args] as const))('runs: criba %s', async (_, args) => {
    const { code, out, err } = await criba(args, { cwd: folder })
    expect(err).not.toMatch(/^criba:/m)
    expect(code).toBe(0)
    expect(out).toMatch(args[0] === 'select' ? /columns? chosen/ : /\w/)
  })
}

/** Runs what a page shows: its commands but for slow ones. */
export function testPage(page: string): void {
  const text = textOf(page)
  const folder = folderFor(page)
  afterAll(() => rmSync(folder, { recursive: true }))

  // In order: some commands read files that others wrote.
  const commands = commandsOf(text).filter((args) => !isSlow(args))
  if (commands.length > 0) runCommands(commands, folder)

  const outputs = outputsOf(text)
  if (outputs.length === 0) return
  it.each(outputs.map(({ args, lines }) => [args.join(' '), args, lines] as const))(
    'shows the output of: criba %s',
    async (_, args, lines) => {
      const { out, err } = await criba(args, { cwd: folder })
      expect(err + out).toMatch(patternOf(lines))
    },
  )
}

/** Compiles and runs the snippets of pages, each page as one program; the compiler reads what they import once. */
export function testPrograms(pages: readonly string[]): void {
  const programs = pages.map((page) => {
    const folder = folderFor(page)
    const path = join(folder, 'program.ts')
    const text = programOf(textOf(page))
    writeFileSync(path, text)
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

  it.each(programs)('of $page run, and print what their comments say', async ({ folder, text }) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['program.js'], { cwd: folder })
    const printed = stdout.split('\n')
    for (const [, comment] of text.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm))
      expect(printed).toContain(comment)
  })
}
