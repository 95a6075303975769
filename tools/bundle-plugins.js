// What the bundles change of the sources: plugins of the bundler.
import { basename } from 'node:path'

/**
 * The bundles of threads stand beside those that start them.
 * @returns {import('rolldown').Plugin}
 */
export function beside() {
  return {
    name: 'beside',
    transform: (code) =>
      /'(\.\.\/)+(worker\/)?(worker|host|replica-host)\.js'/.test(code)
        ? code.replace(/'(?:\.\.\/)+(?:worker\/)?(worker|host|replica-host)\.js'/g, "'./$1.js'")
        : null,
  }
}

/**
 * The worker that hosts the library in browsers is not that of Node.
 * @returns {import('rolldown').Plugin}
 */
export function hostForBrowsers() {
  return {
    name: 'host-for-browsers',
    transform: (code) =>
      code.includes("'./host.js'") ? code.replaceAll("'./host.js'", "'./browser-host.js'") : null,
  }
}

/**
 * The catalogue in browsers is data: its entries are made of the records of all methods, of which a page
 * needs few.
 * @param {string} catalogue
 * @returns {import('rolldown').Plugin}
 */
export function catalogueForBrowsers(catalogue) {
  return {
    name: 'catalogue-for-browsers',
    load: (id) =>
      id.endsWith('/src/analyses/catalogue-entries.ts')
        ? `export const wholeCatalogue = () => (${catalogue})`
        : null,
  }
}

/**
 * Takes each family of criteria for an entry, so that it gets chunks of its own, and lets the rankers of
 * these names be loaded with their family alone.
 * @param {readonly (readonly string[])[]} criteria the files of each family
 * @param {readonly string[]} rankers
 * @returns {import('rolldown').Plugin}
 */
export function familiesApart(criteria, rankers) {
  const prefix = 'family:'
  const loaders = criteria.flatMap((files, i) =>
    files
      .map((file) => basename(file, '.ts'))
      .flatMap((id) => (rankers.includes(id) ? [`'${id}': () => import('${prefix}${i}')`] : [])),
  )
  return {
    name: 'families-apart',
    resolveId: (id) => (id.startsWith(prefix) ? id : null),
    load: (id) =>
      id.startsWith(prefix)
        ? criteria[Number(id.slice(prefix.length))].map((file) => `export * from '${file}'`).join('\n')
        : id.endsWith('/src/methods/criteria/ranker-families.ts')
          ? `export const familyOf = { ${loaders.join()} }`
          : null,
    generateBundle(_, files) {
      for (const [name, file] of Object.entries(files)) {
        if (file.type !== 'chunk' || !file.facadeModuleId?.startsWith(prefix)) continue
        const isLoaded = Object.values(files).some(
          (other) => other.type === 'chunk' && other.dynamicImports.includes(name),
        )
        if (!isLoaded) delete files[name]
      }
    },
  }
}

/**
 * Replaces what the mathematical packages bring along for engines of long ago, and for messages that nobody
 * sees: 14 kB.
 * @returns {import('rolldown').Plugin}
 */
export function withoutPolyfills() {
  const modern = new Map([
    ['@stdlib/string-format', 'module.exports = String'],
    ['@stdlib/utils-define-property', 'module.exports = Object.defineProperty'],
    [
      '@stdlib/utils-define-nonenumerable-read-only-property',
      'module.exports = (object, name, value) => Object.defineProperty(object, name, { value })',
    ],
    ['@stdlib/array-float64', 'module.exports = Float64Array'],
    ['@stdlib/array-uint32', 'module.exports = Uint32Array'],
    ['@stdlib/array-uint16', 'module.exports = Uint16Array'],
    ['@stdlib/array-uint8', 'module.exports = Uint8Array'],
    ['@stdlib/assert-has-generator-support', 'module.exports = () => true'],
    // What sums of series and continued fractions use without generators.
    ['./basic.js', 'module.exports = null'],
    ['@stdlib/assert-is-little-endian', 'module.exports = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1'],
  ])
  const prefix = 'modern:'
  return {
    name: 'without-polyfills',
    resolveId: (id, importer) => (modern.has(id) && importer?.includes('@stdlib') ? prefix + id : null),
    load: (id) => modern.get(id.slice(prefix.length)) ?? null,
  }
}

/**
 * Keeps linkedom from looking for a package that draws pixels: figures are SVG.
 * @returns {import('rolldown').Plugin}
 */
export function withoutCanvas() {
  const id = '\0canvas'
  return {
    name: 'without-canvas',
    resolveId: (name) => (name === 'canvas' ? id : null),
    load: (name) => (name === id ? "throw new Error('missing canvas')" : null),
  }
}

/**
 * Removes the flags, their help and the descriptions for the schema from the tables of parts: only the
 * command line and the build read them. Remedies name the flags of options of reading, so these stay.
 * @returns {import('rolldown').Plugin}
 */
export function withoutFlags() {
  const texts = (/** @type {string} */ names) =>
    new RegExp(`^ *(?:${names}):\\s*(?:'[^'\\n]*'|"[^"\\n]*"),?$`, 'gm')
  return {
    name: 'without-flags',
    transform: (code, id) => {
      const file = /\bsrc\/core\/spec\/([^/]*)$/.exec(id)?.[1]
      if (file === undefined) return null
      const named = file === 'reading-options.ts' ? '' : 'flag|'
      return code.replaceAll(texts(`${named}help|defaultInWords|description`), '')
    },
  }
}
