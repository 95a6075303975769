import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

/** A page bundled with Vite, as users do. */
export async function bundlePage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'criba-page-'))
  const entry = fileURLToPath(new URL('page.ts', import.meta.url))
  await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: { input: entry, output: { entryFileNames: 'page.js' } },
    },
  })
  return folder
}

/** A page without a bundler: its script and the published files for browsers. */
export function plainPage(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'criba-page-'))
  for (const file of readdirSync(dist)) {
    if (/^(browser.*|worker)\.js$/.test(file)) copyFileSync(join(dist, file), join(folder, file))
  }
  writeFileSync(join(folder, 'page.js'), script)
  return folder
}

/** Serves a folder whose script is page.js, with or without cross-origin isolation, and removes it when done, unless it is kept. */
export async function servePage(folder: string, isolated: boolean, { isKept = false } = {}) {
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>criba</title><script type="module" src="page.js"></script>',
  )
  const isolation = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  }
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    try {
      const content = readFileSync(join(folder, path))
      response.writeHead(200, {
        'Content-Type': types[extname(path)] ?? 'text/plain',
        ...(isolated && isolation),
      })
      response.end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close()
      if (!isKept) rmSync(folder, { recursive: true })
    },
  }
}
