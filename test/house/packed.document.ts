import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundled, byNode, faultsOf, linkCommand, packedFolder, rankArgs, typesOf } from './packed-package.ts'

const folder = packedFolder()
const modules = join(folder, 'node_modules')

function run(args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
}

describe('the packed package', () => {
  it('contains the bundles, the types, the schema, the papers and the examples', () => {
    expect(readdirSync(join(modules, 'criba')).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.es.md',
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
    expect(run([cli, 'methods', 'jmi'])).toMatch(/^jmi {2}Joint mutual information\n/)
  })

  it('holds the contract of the example package', () => {
    cpSync(join(modules, 'criba/examples/own-methods'), join(folder, 'own-methods'), { recursive: true })
    const output = run(['--test-reporter', 'tap', 'own-methods/contract.test.js'])
    expect(output).toMatch(/^# pass [2-9]\d$/m)
    expect(output).toMatch(/^# fail 0$/m)
  })

  // As npx and npm run start it; packed.long.ts has them do so.
  it.runIf(process.platform !== 'win32')('is a command in any folder, without extra output', () => {
    const command = linkCommand(folder)
    expect(execFileSync(command, rankArgs, { cwd: folder, encoding: 'utf8' })).toMatch(/^method,/)
  })

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
    expect(faultsOf(folder, byNode)).toEqual([])
    // Bundlers find the same types, which packed.long.ts compiles.
    for (const entry of [
      'criba',
      'criba/methods',
      'criba/node',
      'criba/duckdb',
      'criba/worker',
      'criba/report',
    ]) {
      expect(typesOf(folder, entry, byNode), entry).toMatch(/criba\/dist\/src\/.*\.d\.ts$/)
      expect(typesOf(folder, entry, bundled), entry).toBe(typesOf(folder, entry, byNode))
    }
  })
})
