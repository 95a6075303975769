// Builds the documentation as static pages into site/.
import { fileURLToPath } from 'node:url'
import { buildSite } from './build.js'

const start = performance.now()
const pages = await buildSite(fileURLToPath(new URL('../../site/', import.meta.url)))
const seconds = ((performance.now() - start) / 1000).toFixed(1)
process.stderr.write(`criba: ${pages.length} pages in site/ after ${seconds} s; open site/index.html\n`)
