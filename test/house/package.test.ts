import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { filesBelow, root, textOf } from './imports.ts'

interface Manifest {
  readonly name: string
  readonly type: string
  readonly license: string
  readonly version: string
  readonly engines: Record<string, string>
  readonly bin: Record<string, string>
  readonly exports: Record<string, string | Record<string, string>>
  readonly dependencies: Record<string, string>
  readonly scripts: Record<string, string>
}
interface Lock {
  readonly version: string
  readonly packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>
}

const manifest = JSON.parse(textOf('package.json')) as Manifest
const lock = JSON.parse(textOf('package-lock.json')) as Lock

/** The optional dependencies that a lock file has no entry for: some platform would lack them. */
function unlocked(packages: Lock['packages']): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !modulesFolders(path).some((folder) => `${folder}node_modules/${name}` in packages))
      .map((name) => `${path}: ${name}`),
  )
}

/** The folders whose node_modules a package may use, its own first. */
function modulesFolders(path: string): string[] {
  if (path === '') return ['']
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1))
  return [`${path}/`, ...modulesFolders(parent)]
}

// Package registries and home folders must not be in the repository. Addresses of documents are fine.
const localPatterns = [
  /\bregistry\.[a-z0-9-]+(\.[a-z]+)+/i,
  /(?<![\w.~:/-])\/(home|Users|root)\/\w/,
  /\b[A-Z]:\\+Users\\/,
]

function localPathsIn(text: string): string[] {
  const patterns =
    root.split(/[\\/]/).filter(Boolean).length > 1 ? [...localPatterns, literal(root)] : localPatterns
  return patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
}

function literal(path: string): RegExp {
  return new RegExp(`(?<![\\w.])${path.replace(/[^\w/-]/g, '\\$&')}`)
}

/** Every file of the repository, also if this is no git checkout. */
function tracked(): string[] {
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).split('\0')
    return listed.filter((path) => path !== '' && existsSync(root + path))
  } catch {
    const folders = [
      'src',
      'experiments',
      'contract',
      'cli',
      'test',
      'bench',
      'docs',
      'tools',
      'schema',
      'examples',
      '.ci',
    ]
    return [...folders.flatMap((folder) => filesBelow(folder)), 'package.json', 'package-lock.json', '.npmrc']
  }
}

describe('the package', () => {
  it('has its name, type, licence and version', () => {
    expect(manifest).toMatchObject({ name: 'criba', type: 'module', license: 'MIT' })
    expect(manifest.engines).toEqual({ node: '>=20.19' })
    expect(lock.version).toBe(manifest.version)
  })

  it('has exactly these dependencies', () => {
    expect(Object.keys(manifest.dependencies).sort()).toEqual([
      '@clickhouse/client',
      '@duckdb/node-api',
      '@duckdb/node-bindings',
      'apache-arrow',
      'commander',
      'saxes',
      'yauzl',
    ])
    const { '@duckdb/node-api': api, '@duckdb/node-bindings': bindings } = manifest.dependencies
    expect(api).toMatch(/^\d/)
    // Blocks of rows are made by the one and appended by the other.
    expect(bindings).toBe(api)
  })

  it('has every file that it exports', () => {
    const targets = Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    )
    const missing = [...targets, ...Object.values(manifest.bin)].filter((path) => !existsSync(root + path))
    expect(missing).toEqual([])
    expect(Object.keys(manifest.exports)).toEqual([
      '.',
      './methods',
      './node',
      './duckdb',
      './clickhouse',
      './worker',
      './sql',
      './contract',
      './experiments',
      './report',
      './schema.json',
      './package.json',
    ])
  })

  it('has a command that a shell can start', () => {
    expect(textOf(manifest.bin['criba'])).toMatch(/^#!\/usr\/bin\/env node\n/)
  })

  it('installs and builds before every script that needs it', () => {
    for (const name of ['start', 'test', 'criba', 'bench', 'docs']) {
      expect(manifest.scripts[`pre${name}`], name).toBe('node tools/ready.js')
    }
  })
})

describe('the lock file', () => {
  it('contains no addresses', () => {
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
    expect(textOf('.npmrc').trim().split('\n').sort()).toEqual([
      'engine-strict=true',
      'omit-lockfile-registry-resolved=true',
    ])
  })

  it('contains every optional dependency, for every platform', () => {
    expect(unlocked(lock.packages)).toEqual([])
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']) {
      expect(lock.packages).toHaveProperty([`node_modules/@duckdb/node-bindings-${platform}`])
    }
  })

  it('would fail without one of them', () => {
    const optionalDependencies = { here: '1', there: '1', gone: '1' }
    const packages = { 'node_modules/a': { optionalDependencies }, 'node_modules/here': {} }
    const nested = { ...packages, 'node_modules/a/node_modules/there': {} }
    expect(unlocked(packages)).toEqual(['node_modules/a: there', 'node_modules/a: gone'])
    expect(unlocked(nested)).toEqual(['node_modules/a: gone'])
  })
})

describe('the files of the repository', () => {
  it('name no registry and no path of a machine', () => {
    const files = tracked().map((path) => ({ path, found: localPathsIn(textOf(path)) }))
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter(({ found }) => found.length > 0)).toEqual([])
  })

  it('would fail if they did', () => {
    expect(localPathsIn(['https://registry', 'example', 'org/x'].join('.'))).toHaveLength(1)
    expect(localPathsIn(`see "/${'home'}/someone/x"`)).toHaveLength(1)
    expect(localPathsIn(`see ${root}x`).length).toBeGreaterThan(0)
    expect(localPathsIn('https://example.org/home/page, ./src/x, a registry. And so on')).toEqual([])
  })
})
