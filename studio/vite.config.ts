import { createHash } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { withShownTexts } from '../tools/shown-texts.js'
import { thirdParties } from '../tools/third-parties.js'
import manifest from '../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))
const out = `${root}dist/studio`

/** The page and its worker are built of the sources: package.json names compiled files. */
const alias = Object.entries(manifest.imports).map(([door, file]) => ({
  find: new RegExp(`^${door}$`),
  replacement: sourceOf(file),
}))

function sourceOf(file: string): string {
  return root + file.replace('./dist/', '').replace(/\.js$/, '.ts')
}

/** Threads start from sources too. */
function threads(): Plugin {
  return {
    name: 'threads',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/src/') && /new URL\('[./]*(worker|host)\.js'/.test(code)
        ? code.replace(/(new URL\('[./]*(?:worker|host))\.js'/g, "$1.ts'")
        : null,
  }
}

/** Adds the licences of the packages in the page to those of the bundles. */
function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const ids = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => existsSync(id))
      appendFileSync(
        `${root}dist/third-parties.txt`,
        `\n${'-'.repeat(80)}\n\n${thirdParties([{ moduleIds: ids }])}`,
      )
    },
  }
}

/**
 * Data to try stand beside the page, and the list of all files that it keeps for a visit without a network.
 */
function samplesAndList(): Plugin {
  return {
    name: 'samples-and-list',
    closeBundle() {
      mkdirSync(`${out}/samples`, { recursive: true })
      for (const name of ['breast-cancer', 'penguins', 'diabetes'])
        copyFileSync(`${root}examples/${name}.csv`, `${out}/samples/${name}.csv`)
      const files = readdirSync(out, { recursive: true })
        .map((name) => String(name).replaceAll('\\', '/'))
        .filter(
          (name) => statSync(`${out}/${name}`).isFile() && name !== 'offline.js' && name !== 'index.html',
        )
      const list = JSON.stringify(['./', ...files.sort()])
      writeFileSync(`${out}/files.json`, list)
      // A browser looks for other files only where this one has changed.
      const version = createHash('sha256')
        .update(list)
        .update(readFileSync(`${out}/index.html`))
        .digest('hex')
      appendFileSync(`${out}/offline.js`, `// ${version}\n`)
    },
  }
}

export default defineConfig({
  root: `${root}studio`,
  base: './',
  logLevel: 'warn',
  resolve: { alias },
  // Without the code for Node, a bundler does not copy threads twice.
  define: { 'globalThis.process': 'undefined' },
  plugins: [
    threads(),
    svelte({
      configFile: false,
      preprocess: { name: 'shown-texts', markup: ({ content }) => ({ code: withShownTexts(content) }) },
      compilerOptions: { runes: true },
      // The studio that components are given never changes.
      onwarn: (warning, show) => warning.code !== 'state_referenced_locally' && show?.(warning),
    }),
    licences(),
    samplesAndList(),
  ],
  worker: { format: 'es', plugins: () => [threads()] },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: { index: `${root}studio/index.html`, offline: `${root}studio/offline.ts` },
      output: {
        entryFileNames: ({ name }) => (name === 'offline' ? 'offline.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
