/* The commands and the output that README.md and docs/ show. */

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
import { afterAll, expect, it } from 'vitest'
import { criba } from './criba.ts'
import type { Outcome } from './criba.ts'
import { isSlow, quickCommand, quickOutput } from './docs-slow.ts'
import type { ShownOutput } from './docs-slow.ts'
import { wordsOf } from './words.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** README.md, and the pages of docs/ and its folders; translations have the same commands. */
export const pages = ['README.md', ...pagesBelow('docs').filter((page) => !page.startsWith('docs/es/'))]
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
  // The workbench waits for its browser; test/studio/ opens it.
  return [...calls].map(([, command]) => wordsOf(command)).filter(([command]) => command !== 'studio')
}

/** The output that a page shows below a command. */
export function outputsOf(text: string): ShownOutput[] {
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

/** A folder for a page, with the examples, a table `my.csv` and the package; of long examples, every nth row. */
export function folderFor(page: string, every = 1): string {
  const folder = mkdtempSync(join(tmpdir(), `criba-${page.replace(/\W/g, '-')}-`))
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
  for (const name of ['breast-cancer', 'diabetes', 'penguins']) keepRows(folder, name, (i) => i % every === 0)
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

/** Keeps some rows of an example. */
export function keepRows(folder: string, example: string, isKept: (row: number) => boolean): void {
  const path = join(folder, 'examples', `${example}.csv`)
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  writeFileSync(path, [header, ...lines.filter((_, row) => isKept(row)), ''].join('\n'))
}

/** Whether a page shows a command that is not slow, or its output. */
export const shows = (page: string) =>
  commandsOf(textOf(page)).some((args) => !isSlow(args)) ||
  outputsOf(textOf(page)).some(({ args }) => !isSlow(args))

/** What commands printed that neither read nor write files but those that each folder has: run once for all pages. */
const printed = new Map<string, Promise<Outcome>>()

/** The files of a command that only its page has. */
const ownFiles = (args: readonly string[]) =>
  args.filter((word) => /\.\w+$/.test(word) && !/^(?:examples\/|my\.csv$)/.test(word))

/** Runs a command in a folder, or gives what it printed there or, if no file of a page matters, in another one. */
function run(args: readonly string[], folder: string): Promise<Outcome> {
  const key = [...args, ownFiles(args).length > 0 && folder].join(' ')
  if (!printed.has(key)) printed.set(key, criba(args, { cwd: folder }))
  return printed.get(key)!
}

/** Runs commands once each, in the folder of each. */
export function runCommands(
  commands: readonly (readonly string[])[],
  folderOf: (args: readonly string[]) => string,
): void {
  const once = new Map(commands.map((args) => [args.join(' '), args]))
  it.each([...once])('runs: criba %s', async (_, args) => {
    const { code, out, err } = await run(args, folderOf(args))
    expect(err).not.toMatch(/^criba:/m)
    expect(code).toBe(0)
    const isTable = args[0] === 'select' && !args.includes('--names')
    expect(out).toMatch(isTable ? /columns? chosen/ : /\w/)
  })
}

/** Compares what commands print with what a page shows. */
export function compareOutputs(outputs: readonly ShownOutput[], folder: string): void {
  it.each(outputs.map(({ args, lines }) => [args.join(' '), args, lines] as const))(
    'shows the output of: criba %s',
    async (_, args, lines) => {
      const { out, err } = await run(args, folder)
      expect(err + out).toMatch(patternOf(lines))
    },
  )
}

/** The commands whose output a page shows. */
const shownOutputs = new Set(
  pages.flatMap((page) => outputsOf(textOf(page)).flatMap(quickOutput)).map(({ args }) => args.join(' ')),
)

/**
 * Runs what a page shows, slow commands in their quick forms. A command whose output no page shows reads a part of the rows of
 * the examples; docs.long.ts runs it on all of them.
 */
export function testPage(page: string): void {
  const text = textOf(page)
  const [whole, part] = [1, 6].map((every) => folderFor(page, every))
  afterAll(() => [whole, part].forEach((folder) => rmSync(folder, { recursive: true })))

  const outputs = outputsOf(text).flatMap(quickOutput)
  const showsFiles = outputs.some(({ args }) => ownFiles(args).length > 0)
  // Over few rows the laws of these tests do not hold, and permutations take longer than all rows do.
  const isTest = (args: readonly string[]) => args.some((word) => /^(?:welch-t|anova-f)\b/.test(word))
  const needsAll = (args: readonly string[]) =>
    isTest(args) || shownOutputs.has(args.join(' ')) || (showsFiles && ownFiles(args).length > 0)
  // In order: some commands read files that others wrote.
  const commands = commandsOf(text).flatMap(quickCommand)
  if (commands.length > 0) runCommands(commands, (args) => (needsAll(args) ? whole : part))
  if (outputs.length > 0) compareOutputs(outputs, whole)
}
