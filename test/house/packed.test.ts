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
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root, textOf } from './imports.ts'

const folder = mkdtempSync(join(tmpdir(), 'criba-packed-'))
const modules = join(folder, 'node_modules')

function run(args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
}

/** What the compiler says of `use.ts` in the folder; the declarations of the language itself are not checked again. */
function faultsOf(options: ts.CompilerOptions): readonly string[] {
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
  const program = ts.createProgram([join(folder, 'use.ts')], { ...strict, ...options }, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

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
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe('the packed package', () => {
  it('contains the bundles, the types, the schema, the papers and the examples', () => {
    expect(readdirSync(join(modules, 'criba')).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist',
      'docs',
      'examples',
      'package.json',
      'schema',
    ])
    const files = readdirSync(join(modules, 'criba/dist'), { recursive: true, encoding: 'utf8' })
    const inside = files.filter((path) => /^src.*\.\w+$/.test(path))
    expect(inside.length).toBeGreaterThan(100)
    expect(inside.filter((path) => !path.endsWith('.d.ts'))).toEqual([])
  })

  it('has a command that works', () => {
    const cli = join(modules, 'criba/dist/cli.js')
    const ranking = run([cli, 'rank', 'penguins.csv', '-t', 'species', '--by', 'anova-f', '--quiet'])
    expect(ranking).toContain('1  flipper_length_mm')
    expect(run([cli, 'methods', 'jmi'])).toMatch(/^jmi {2}Joint mutual information\n/)
  })

  // npm links the command of an installed package like this.
  it.runIf(process.platform !== 'win32')(
    'is a command for npx in any folder, without extra output',
    () => {
      const cli = join(modules, 'criba/dist/cli.js')
      chmodSync(cli, 0o755)
      mkdirSync(join(modules, '.bin'), { recursive: true })
      symlinkSync('../criba/dist/cli.js', join(modules, '.bin/criba'))
      writeFileSync(join(folder, 'package.json'), '{ "type": "module", "scripts": { "rank": "criba rank" } }')
      const args = ['node_modules/criba/examples/penguins.csv', '-t', 'species', '--quiet', '--format', 'csv']
      const options = { cwd: folder, encoding: 'utf8' } as const
      const npx = execFileSync('npx', ['--offline', 'criba', 'rank', ...args], options)
      expect(npx).toMatch(/^method,/)
      expect(execFileSync('npm', ['run', '-s', 'rank', '--', ...args], options)).toBe(npx)
    },
    60_000,
  )

  it('has entries that share classes and state', () => {
    writeFileSync(
      join(folder, 'use.js'),
      `import { CribaError, MemorySource, rank } from 'criba'
       import { openSource, readTable } from 'criba/node'
       import { duckSourceOf } from 'criba/duckdb'
       import { openWorker } from 'criba/worker'
       const table = await readTable('penguins.csv')
       const worker = openWorker()
       const hosted = await worker.openSession(table).rank({ target: 'none' }).catch((caught) => caught)
       worker.close()
       const spec = { target: 'species', by: ['chi2'] }
       const [here, there] = [await rank(table, spec), await rank(await duckSourceOf(table), spec)]
       const source = await openSource('penguins.csv')
       const error = await readTable('none.csv').catch((caught) => caught)
       console.log(JSON.stringify(here.rankings) === JSON.stringify(there.rankings))
       console.log(source instanceof MemorySource, error instanceof CribaError, hosted instanceof CribaError)`,
    )
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    expect(run(['use.js'])).toBe('true\ntrue true true\n')
  })

  it('has types for every entry that need no types of Node', () => {
    writeFileSync(
      join(folder, 'use.ts'),
      `import { deltaTest, exhaustive, jmi, select } from 'criba'
       import { readTable } from 'criba/node'
       import { duckSourceOf } from 'criba/duckdb'
       import { openWorker } from 'criba/worker'
       const table = await readTable('penguins.csv')
       await openWorker().openSession(table).select({ target: 'species', criterion: jmi() })
       const { selected } = await select(await duckSourceOf(table), { target: 'y', criterion: deltaTest(), search: exhaustive() })
       export const names: readonly string[] = selected
       // @ts-expect-error a criterion of steps with a search of sets
       await select(table, { target: 'y', criterion: jmi(), search: exhaustive() })`,
    )
    const { ESNext, NodeNext } = ts.ModuleKind
    expect(faultsOf({ module: NodeNext })).toEqual([])
    // The declarations themselves are checked once.
    const bundled = { module: ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, skipLibCheck: true }
    expect(faultsOf(bundled)).toEqual([])
  })
})
