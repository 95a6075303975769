// Bundles the published files from the sources: the library and the command line for Node, which share their chunks;
// the library for browsers in one file, and one for what few analyses ask for; the worker thread for both; and the worker that hosts the library, with its client. Prints the download size for browsers.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { thirdParties } from './third-parties.js'

/** The most bytes that browsers load with an entry before its code runs, compressed as servers send them: by Brotli. */
const browserLimits = { browser: 250_000, 'browser-methods': 250_000 }

const root = fileURLToPath(new URL('..', import.meta.url))
const { dependencies, imports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
// The doors of the modules: package.json names the compiled files.
const alias = Object.fromEntries(
  Object.entries(imports).map(([door, file]) => [
    door,
    root + file.replace('./dist/', '').replace(/\.js$/, '.ts'),
  ]),
)

const node = await bundle(
  {
    input: {
      index: 'src/index.ts',
      methods: 'src/methods.ts',
      node: 'src/node.ts',
      duckdb: 'src/duckdb.ts',
      clickhouse: 'src/clickhouse.ts',
      report: 'src/report.ts',
      experiments: 'experiments/index.ts',
      cli: 'cli/main.ts',
      client: 'src/analyses/worker/client.ts',
      host: 'src/analyses/worker/host.ts',
    },
    platform: 'node',
    external: Object.keys(dependencies),
    plugins: [withoutCanvas()],
  },
  { chunkFileNames: (chunk) => `chunk-${nameOf(chunk)}.js` },
)
const worker = await bundle(
  { input: { worker: 'src/memory/worker.ts' }, platform: 'browser' },
  { minify: true },
)
const browser = await bundle(
  {
    input: { browser: 'src/index.ts', 'browser-methods': 'src/methods.ts' },
    platform: 'browser',
    // Removes the code for Node: a bundler that sees it would copy the worker twice.
    transform: { define: { 'globalThis.process': 'undefined' } },
    plugins: [withoutPolyfills(), withoutFlags()],
  },
  { minify: true, chunkFileNames: (chunk) => `browser-${nameOf(chunk)}.js` },
)

// The worker that hosts the library, and its client: both import the library from its one file.
for (const name of ['client', 'host']) {
  await bundle(
    {
      input: { [`browser-${name}`]: `src/analyses/worker/${name}.ts` },
      platform: 'browser',
      transform: { define: { 'globalThis.process': 'undefined' } },
      plugins: [
        {
          name: 'files-for-browsers',
          resolveId: (id) =>
            id === '#core' || id.endsWith('/session.ts') ? { id: './browser.js', external: true } : null,
          transform: (code) => code.replaceAll("'./host.js'", "'./browser-host.js'"),
        },
      ],
    },
    { minify: true },
  )
}

// Tests that import `dist/src/` start this thread too: that of tsc loads some hundred files, which takes six times as long.
writeFileSync(`${root}dist/src/memory/worker.js`, "import '../../worker.js'\n")
writeFileSync(`${root}dist/third-parties.txt`, thirdParties([...node, ...worker, ...browser]))

for (const [entry, limit] of Object.entries(browserLimits)) {
  const size = loadedWith(`${entry}.js`)
  process.stderr.write(
    `criba: ${kilobytes(size)} compressed with ${entry}.js in a browser (at most ${kilobytes(limit)})\n`,
  )
  if (size > limit) fail(`what browsers load with ${entry}.js is too large`)
}

/**
 * How many bytes a browser loads before a module runs: its file and those that it imports at once.
 * @param {string} entry
 */
function loadedWith(entry) {
  const files = new Set([entry])
  let size = 0
  for (const name of files) {
    const { code, imports } = browser.find(({ fileName }) => fileName === name) ?? fail(`missing ${name}`)
    size += brotliCompressSync(code).length
    for (const one of imports) files.add(one)
  }
  return size
}

/**
 * What a chunk is called: a door on demand by its module.
 * @param {import('rolldown').PreRenderedChunk} chunk
 */
function nameOf({ name, facadeModuleId }) {
  const [, module] = /\/src\/(\w+)\/on-demand\.ts$/.exec(facadeModuleId ?? '') ?? []
  return module === undefined ? name : `${module}-on-demand`
}

/** @param {string} why @returns {never} */
function fail(why) {
  process.stderr.write(`criba: ${why}\n`)
  process.exit(1)
}

/**
 * Writes one bundle to dist/, and returns its files.
 * @param {import('rolldown').InputOptions} input
 * @param {import('rolldown').OutputOptions} output
 */
async function bundle(input, output) {
  const build = await rolldown({
    cwd: root,
    resolve: { alias },
    ...input,
    plugins: [...(Array.isArray(input.plugins) ? input.plugins : []), beside()],
  })
  const written = await build.write({ dir: 'dist', comments: false, ...output })
  await build.close()
  return written.output.filter((file) => file.type === 'chunk')
}

/**
 * The bundle of the worker thread stands beside those that start it.
 * @returns {import('rolldown').Plugin}
 */
function beside() {
  return {
    name: 'beside',
    transform: (code) =>
      code.includes("'../worker.js'") ? code.replaceAll("'../worker.js'", "'./worker.js'") : null,
  }
}

/**
 * Replaces what the mathematical packages bring along for engines of long ago, and for messages that nobody sees: 14 kB.
 * @returns {import('rolldown').Plugin}
 */
function withoutPolyfills() {
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
function withoutCanvas() {
  const id = '\0canvas'
  return {
    name: 'without-canvas',
    resolveId: (name) => (name === 'canvas' ? id : null),
    load: (name) => (name === id ? "throw new Error('missing canvas')" : null),
  }
}

/**
 * Removes the flags, their help and the descriptions for the schema from the tables of parts: only the command line and the build
 * read them.
 * @returns {import('rolldown').Plugin}
 */
function withoutFlags() {
  const texts = /^ *(?:flag|help|defaultInWords|description):\s*(?:'[^'\n]*'|"[^"\n]*"),?$/gm
  return {
    name: 'without-flags',
    transform: (code, id) => (/\bsrc\/core\/spec\/[^/]*$/.test(id) ? code.replaceAll(texts, '') : null),
  }
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${Math.round(bytes / 1000)} kB`
}
