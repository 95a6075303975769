// Bundles the published files from the sources: the library and the command line for Node, which share their
// chunks; the library for browsers, which share theirs; and the worker thread of both. Prints the download
// sizes for browsers.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import {
  beside,
  catalogueForBrowsers,
  familiesApart,
  hostForBrowsers,
  withoutCanvas,
  withoutFlags,
  withoutPolyfills,
} from './bundle-plugins.js'
import { families } from './site/families.js'
import { thirdParties } from './third-parties.js'

/** The most bytes that browsers load with an entry before its code runs, compressed as servers send them. */
const browserLimits = {
  browser: { brotli: 118_300, gzip: 133_500 },
  'browser-methods': { brotli: 155_000, gzip: 174_000 },
  'browser-client': { brotli: 7500, gzip: 8500 },
}

/** The files behind what a page may import alone. */
const aloneInBrowsers = {
  bottleneck: 'analyses/information/bottleneck-column',
  centrality: 'analyses/information/centrality',
  compare: 'analyses/evidence/compare',
  describe: 'analyses/describe',
  'fold-levels': 'files/cells/fold-levels',
  learner: 'methods/learners/own-learner',
  listing: 'analyses/catalogue',
  plan: 'analyses/plan',
  ranking: 'analyses/rank',
  selecting: 'analyses/select',
  session: 'analyses/session/session',
  'split-lists': 'files/cells/split-lists',
  standardise: 'analyses/coding/standardise',
  'table-from-arrow': 'files/cells/from-arrow',
  'table-from-columns': 'files/cells/from-columns',
  'table-from-csv': 'files/text/index',
  'table-from-rows': 'files/cells/from-rows',
  verbs: 'analyses/verbs',
  version: 'core/spec/version',
}

/**
 * The modules of the library, each after those it imports from; the text of files without what needs Node.
 */
const modules = [
  'core',
  'methods',
  'memory',
  'sql',
  'files/cells',
  'files/text',
  'files',
  'analyses',
  'report',
]

const root = fileURLToPath(new URL('..', import.meta.url))
// The criteria of a family share a chunk, and what only they use: a page that takes one loads no other family
// with it.
const criteria = families
  .map(({ ids }) =>
    ids.map((id) => `${root}src/methods/criteria/${id}.ts`).filter((file) => existsSync(file)),
  )
  .filter((files) => files.length > 0)
// The rankers that a page loads by name with their family alone: tests and information of single columns.
// Each further family would cut what other pages load into more files.
const mostUsed = families.slice(0, 4).flatMap(({ ids }) => ids)
const { dependencies, imports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
// The doors of the modules: package.json names the compiled files.
const alias = Object.fromEntries(
  Object.entries(imports).map(([door, file]) => [
    door,
    root + file.replace('./dist/', '').replace(/\.js$/, '.ts'),
  ]),
)

const atStart = await modulesAtStart(['cli/program.ts', 'cli/methods.ts'])
const node = await bundle(
  {
    input: {
      index: 'src/index.ts',
      methods: 'src/methods.ts',
      node: 'src/node.ts',
      duckdb: 'src/duckdb.ts',
      clickhouse: 'src/clickhouse.ts',
      report: 'src/report.ts',
      sql: 'src/sql.ts',
      contract: 'contract/index.ts',
      experiments: 'experiments/index.ts',
      cli: 'cli/main.ts',
      client: 'src/analyses/worker/open-worker.ts',
      host: 'src/analyses/worker/host.ts',
      'replica-host': 'src/analyses/worker/replica-host.ts',
      'json-thread': 'src/files/read/json-thread.ts',
    },
    platform: 'node',
    external: Object.keys(dependencies),
    plugins: [withoutCanvas(), withoutPolyfills()],
  },
  {
    chunkFileNames: (chunk) => `chunk-${nameOf(chunk)}.js`,
    // What many entries and doors on demand share of a module is one file, because Node takes a millisecond
    // to open one; what the command line needs for its help is another, so that help starts fast.
    codeSplitting: {
      groups: [
        { name: 'start', priority: 2, test: (id) => id.startsWith(`${root}src/`) && atStart.has(id) },
        ...modules.map((name, i) => ({
          name: name.replace('/', '-'),
          priority: 1 - i / modules.length,
          test: (/** @type {string} */ id) => id.startsWith(`${root}src/${name}/`),
          minShareCount: 6,
        })),
      ],
    },
  },
)
// `criba methods` and browsers need not load the methods for it.
const { methods } = await import('criba')
const catalogue = JSON.stringify(methods())
writeFileSync(`${root}dist/catalogue.json`, catalogue)
const worker = await bundle(
  { input: { worker: 'src/memory/worker.ts' }, platform: 'browser' },
  { minify: true },
)
// Entries share chunks: bundlers leave out those that a page asks nothing of, and browsers load some only
// when they are called for.
const browser = await bundle(
  {
    input: {
      browser: 'src/index.ts',
      'browser-methods': 'src/methods.ts',
      'browser-client': 'src/analyses/worker/open-worker.ts',
      'browser-host': 'src/analyses/worker/host.ts',
      // What a page may import alone: `browser.js` has no code of its own, so that a bundler leaves out all
      // others.
      ...Object.fromEntries(
        Object.entries(aloneInBrowsers).map(([name, file]) => [`browser-${name}`, `src/${file}.ts`]),
      ),
      ...Object.fromEntries(criteria.map((_, i) => [`browser-family-${i}`, `family:${i}`])),
    },
    platform: 'browser',
    // Removes the code for Node: a bundler that sees it would copy the worker twice.
    transform: { define: { 'globalThis.process': 'undefined' } },
    plugins: [
      withoutPolyfills(),
      withoutFlags(),
      hostForBrowsers(),
      catalogueForBrowsers(catalogue),
      familiesApart(criteria, mostUsed),
    ],
  },
  { minify: true, chunkFileNames: (chunk) => `browser-${nameOf(chunk)}.js` },
)

// Tests that import `dist/src/` start this thread too: that of tsc loads some hundred files, which takes six
// times as long.
writeFileSync(`${root}dist/src/memory/worker.js`, "import '../../worker.js'\n")
writeFileSync(`${root}dist/third-parties.txt`, thirdParties([...node, ...worker, ...browser]))

for (const [entry, limits] of Object.entries(browserLimits)) {
  const files = loadedWith(`${entry}.js`)
  const size = {
    brotli: sum(files.map((code) => brotliCompressSync(code).length)),
    gzip: sum(files.map((code) => gzipSync(code).length)),
  }
  process.stderr.write(
    `criba: ${entry}.js is ${kilobytes(size.brotli)} in a browser by Brotli, ${kilobytes(size.gzip)} by gzip, in ${files.length} files\n`,
  )
  if (size.brotli > limits.brotli || size.gzip > limits.gzip) fail(`${entry}.js is too large for browsers`)
}

/**
 * What a browser loads before a module runs: its file and those that it imports at once.
 * @param {string} entry
 */
function loadedWith(entry) {
  const names = new Set([entry])
  const files = []
  for (const name of names) {
    const { code, imports } = browser.find(({ fileName }) => fileName === name) ?? fail(`missing ${name}`)
    files.push(code)
    for (const one of imports) names.add(one)
  }
  return files
}

/** @param {readonly number[]} sizes */
function sum(sizes) {
  return sizes.reduce((total, size) => total + size, 0)
}

/**
 * What a chunk is called: a door on demand by its module.
 * @param {import('rolldown').PreRenderedChunk} chunk
 */
function nameOf({ name, facadeModuleId }) {
  const [, module, part = ''] = /\/src\/(\w+)\/on-demand(\/[\w-]+)?\.ts$/.exec(facadeModuleId ?? '') ?? []
  return module === undefined ? name : `${module}${part.replace('/', '-')}-on-demand`
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
 * The modules that files for Node need before their code runs.
 * @param {string[]} input
 */
async function modulesAtStart(input) {
  const build = await rolldown({
    cwd: root,
    input,
    resolve: { alias },
    platform: 'node',
    external: Object.keys(dependencies),
    plugins: [withoutCanvas(), withoutPolyfills()],
  })
  const { output } = await build.generate()
  await build.close()
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set(
    output.filter((chunk) => chunk.type === 'chunk' && chunk.isEntry).map((chunk) => chunk.fileName),
  )
  for (const name of loaded) {
    const chunk = chunks.get(name)
    if (chunk?.type === 'chunk') for (const one of chunk.imports) loaded.add(one)
  }
  return new Set(
    [...loaded].flatMap((name) => {
      const chunk = chunks.get(name)
      return chunk?.type === 'chunk' ? chunk.moduleIds : []
    }),
  )
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${Math.round(bytes / 1000)} kB`
}
