import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sbomOf } from '../../tools/sbom.js'

/* What the package is made of: the bill of materials against that of npm, licences, and scripts that run on installation. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

interface Locked {
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
}
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
const manifest = JSON.parse(read('package.json')) as { name: string; version: string; license: string }
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
const bundled = new Set(read('dist/third-parties.txt').match(/^\S+ \d\S*$/gm))
const sbom = sbomOf(lock, manifest, bundled)

/** Licences that ask for no more than a notice. */
const permissive = [
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0 AND BSL-1.0',
]
/** Others of what only builds and tests use. */
const ofTools = ['BlueOak-1.0.0', 'MPL-2.0', 'PSF-2.0', 'CC-BY-4.0', 'Unlicense']

describe('the bill of materials', () => {
  it('has the packages and hashes of npm', () => {
    const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
    const shell = process.platform === 'win32'
    const npm = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', shell })) as typeof sbom
    const facts = ({ components }: Pick<typeof sbom, 'components'>) =>
      [...new Set(components.map(({ purl, hashes }) => JSON.stringify([purl, hashes ?? null])))].toSorted()
    expect(facts(sbom)).toEqual(facts(npm))
  })

  it('says what is delivered: what is installed, and what is in the bundles', () => {
    const delivered = sbom.components.filter(({ scope }) => scope !== 'excluded').map(({ name }) => name)
    expect(delivered).toEqual(
      expect.arrayContaining(['@duckdb/node-api', 'commander', '@noble/hashes', 'svelte']),
    )
    for (const name of ['vitest', 'eslint', 'typescript']) expect(delivered).not.toContain(name)
    expect(new Set(sbom.components.map((component) => component['bom-ref'])).size).toBe(
      sbom.components.length,
    )
    expect(sbom.metadata.component).toMatchObject({
      name: 'criba',
      purl: `pkg:npm/criba@${manifest.version}`,
    })
  })
})

describe('each dependency', () => {
  it('has a licence that allows what is done with it', () => {
    const others = packages.filter(([path, { license = 'none', dev, version }]) => {
      const isDelivered = !dev || bundled.has(`${path.replace(/^.*node_modules\//, '')} ${version}`)
      return ![...permissive, ...(isDelivered ? [] : ofTools)].includes(license)
    })
    expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
  })

  it('runs no script when it is installed, but for one of the tools', () => {
    const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(running.filter(([, { dev }]) => !dev)).toEqual([])
    // It checks that its binary is that of the platform.
    expect(running.map(([path]) => path)).toEqual(['node_modules/esbuild'])
  })
})
