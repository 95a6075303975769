// Pages bundled as users do: by Vite, webpack and esbuild, each with its splitting of code.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import * as vite from 'vite'
import webpack from 'webpack'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Builds a page whose script has that text, and returns the folder with its page.js. */
type Bundler = (text: string) => Promise<string>

async function byVite(text: string): Promise<string> {
  const { folder, entry } = prepared(text)
  await vite.build({
    root: here,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    resolve: { alias: aliases },
    build: {
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rollupOptions: { input: entry, output: { entryFileNames: 'page.js' } },
    },
  })
  return folder
}

async function byWebpack(text: string): Promise<string> {
  const { folder, entry } = prepared(text)
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        mode: 'production',
        target: 'web',
        context: here,
        entry,
        output: { path: folder, filename: 'page.js', publicPath: 'auto' },
        resolve: { alias: aliases },
        optimization: { minimize: false },
      },
      (error, stats) => {
        if (error) reject(error)
        else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')))
        else resolve()
      },
    )
  })
  // Its own minifier takes half a minute, and leaves a tenth less.
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const { code } = await esbuild.transform(readFileSync(join(folder, name)), { minify: true })
    writeFileSync(join(folder, name), code)
  }
  return folder
}

async function byEsbuild(text: string, splitting = true): Promise<string> {
  const { folder, entry } = prepared(text)
  await esbuild.build({
    entryPoints: { page: entry },
    outdir: folder,
    bundle: true,
    splitting,
    minify: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'error',
    alias: aliases,
  })
  return folder
}

export const bundlers = {
  Vite: byVite,
  webpack: byWebpack,
  esbuild: byEsbuild,
  'esbuild without splitting': (text) => byEsbuild(text, false),
} as const satisfies Readonly<Record<string, Bundler>>

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

/** The script stands outside the package, where its own name does not resolve. */
const aliases = { 'criba/methods': `${dist}browser-methods.js`, criba: `${dist}browser.js` }

function prepared(text: string): { folder: string; entry: string } {
  const folder = mkdtempSync(join(tmpdir(), 'criba-bundled-'))
  const entry = join(folder, 'entry.js')
  writeFileSync(entry, text)
  return { folder, entry }
}
