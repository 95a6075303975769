// Writes what the package is made of as CycloneDX, from the lock file: `npm run sbom`. The same lock file
// gives the same bytes. `npm sbom` has no licences where it reads the lock file, a number of its own each
// time, and the name of the folder.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * What a lock file says of a package.
 * @typedef {object} Locked
 * @property {string} version
 * @property {string} [integrity]
 * @property {string} [license]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 */

/**
 * The bill of materials: `bundled` are the names of packages whose code is in the bundles, though only the
 * build installs them.
 * @param {{ packages: Readonly<Record<string, Locked>> }} lock
 * @param {{ name: string, version: string, license: string }} manifest
 * @param {ReadonlySet<string>} bundled
 */
export function sbomOf({ packages }, { name, version, license }, bundled) {
  const components = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => componentOf(path, locked, bundled))
  const unique = new Map(components.map((component) => [component['bom-ref'], component]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        'bom-ref': `${name}@${version}`,
        type: 'library',
        name,
        version,
        purl: purlOf(name, version),
        licenses: licencesOf(license),
      },
    },
    components: [...unique.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  }
}

/**
 * @param {string} path
 * @param {Locked} locked
 * @param {ReadonlySet<string>} bundled
 */
function componentOf(path, { version, integrity, license, dev, optional }, bundled) {
  const name = path.replace(/^.*node_modules\//, '')
  // What only builds and tests use is not in what is delivered.
  const scope = dev && !bundled.has(`${name} ${version}`) ? 'excluded' : optional ? 'optional' : 'required'
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope,
    purl: purlOf(name, version),
    ...(license !== undefined && { licenses: licencesOf(license) }),
    ...(integrity !== undefined && { hashes: [hashOf(integrity)] }),
  }
}

/**
 * A package as an address: https://github.com/package-url/purl-spec.
 * @param {string} name
 * @param {string} version
 */
function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** @param {string} license */
function licencesOf(license) {
  return [/ (AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } }]
}

/** @param {string} integrity */
function hashOf(integrity) {
  const [algorithm, code] = integrity.split(' ')[0].split(/-(.*)/)
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(code, 'base64').toString('hex') }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (/** @type {string} */ path) => readFileSync(`${root}${path}`, 'utf8')
  const bundled = new Set(read('dist/third-parties.txt').match(/^\S+ \d\S*$/gm))
  const sbom = sbomOf(JSON.parse(read('package-lock.json')), JSON.parse(read('package.json')), bundled)
  const path = 'dist/sbom.cdx.json'
  writeFileSync(`${root}${path}`, `${JSON.stringify(sbom, null, 2)}\n`)
  process.stderr.write(`criba: wrote ${path}: ${sbom.components.length} packages\n`)
}
