// The published package with its dependencies, and nothing else of the repository.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll } from 'vitest'
import { root, textOf } from './imports.ts'

/** A ranking by the command, of a table of the package. */
export const rankArgs = [
  'rank',
  'node_modules/criba/examples/penguins.csv',
  '-t',
  'species',
  '--quiet',
].concat(['--format', 'csv'])

/** A folder in which the package is installed, for the tests of a file. */
export function packedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'criba-packed-'))
  const modules = join(folder, 'node_modules')
  beforeAll(() => {
    const shell = process.platform === 'win32'
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root, shell })
    const [tarball] = readdirSync(folder)
    mkdirSync(modules)
    execFileSync('tar', ['-xzf', tarball], { cwd: folder })
    cpSync(join(folder, 'package'), join(modules, 'criba'), { recursive: true })
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: object }
    for (const name of Object.keys(dependencies)) {
      mkdirSync(join(modules, name, '..'), { recursive: true })
      symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction')
    }
    cpSync(join(root, 'examples/penguins.csv'), join(folder, 'penguins.csv'))
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Links the command, as npm links that of an installed package. */
export function linkCommand(folder: string): string {
  const modules = join(folder, 'node_modules')
  chmodSync(join(modules, 'criba/dist/cli.js'), 0o755)
  mkdirSync(join(modules, '.bin'), { recursive: true })
  symlinkSync('../criba/dist/cli.js', join(modules, '.bin/criba'))
  return join(modules, '.bin/criba')
}

const { ESNext, NodeNext } = ts.ModuleKind

/** How a bundler, and how Node, finds the types. */
export const bundled = {
  module: ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  skipLibCheck: true,
}
export const byNode = { module: NodeNext }

/** A program that uses every entry. */
const program = `import { select } from 'criba'
import { deltaTest, exhaustive, jmi } from 'criba/methods'
import { readTable } from 'criba/node'
import { duckSourceOf } from 'criba/duckdb'
import { openWorker } from 'criba/worker'
const table = await readTable('penguins.csv')
await openWorker().openSession(table).select({ target: 'species', criterion: jmi() })
const { selected } = await select(await duckSourceOf(table), { target: 'y', criterion: deltaTest(), search: exhaustive() })
export const names: readonly string[] = selected
// @ts-expect-error a criterion of steps with a search of sets
await select(table, { target: 'y', criterion: jmi(), search: exhaustive() })`

/** What the compiler says of a program in the folder; the declarations of the language itself are not checked again. */
export function faultsOf(folder: string, options: ts.CompilerOptions): readonly string[] {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'use.ts'), program)
  const lib = ['lib.es2023.d.ts', 'lib.dom.d.ts']
  const strict = {
    noEmit: true,
    strict: true,
    target: ts.ScriptTarget.ES2022,
    lib,
    skipDefaultLibCheck: true,
  }
  const host = ts.createCompilerHost({ ...strict, ...options })
  host.getCurrentDirectory = () => folder
  const compiled = ts.createProgram([join(folder, 'use.ts')], { ...strict, ...options }, host)
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

/** The file in which the compiler finds the types of an entry. */
export function typesOf(folder: string, entry: string, options: ts.CompilerOptions): string | undefined {
  const mode = options.module === NodeNext ? ESNext : undefined
  const from = join(folder, 'use.ts')
  return ts.resolveModuleName(entry, from, options, ts.sys, undefined, undefined, mode).resolvedModule
    ?.resolvedFileName
}
