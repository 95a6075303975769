// Takes the pictures of docs/studio.md from the built page: `node tools/studio-pictures.js` (needs a
// Chromium).
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('..', import.meta.url))
const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

/** What must be there before the picture of a view is taken. */
const ready = {
  data: '[data-column="sex"] [data-missing]',
  rank: '[data-mean]',
  map: '[data-joint]',
  path: '[role="slider"]',
  landscape: '[data-counted="1023"]',
  compare: '[data-alternatives]',
}
const text = readFileSync(`${root}docs/studio.md`, 'utf8')

const server = spawn(process.execPath, [`${root}dist/cli.js`, 'studio', '--no-open'])
const address = await new Promise((resolve) =>
  server.stdout.once('data', (/** @type {Buffer} */ line) => resolve(line.toString().trim())),
)
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
for (const [name, selector] of Object.entries(ready)) {
  // The address stands below the picture.
  const [, fragment] = new RegExp(`\\(studio-${name}\\.png\\)\\n\\n {4}(.*)`).exec(text) ?? []
  if (fragment === undefined) throw new Error(`docs/studio.md has no address of ${name}`)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${address}&${encodeURI(fragment)}`)
  await page.waitForSelector(selector)
  await page.waitForFunction(() => document.querySelector('.running') === null)
  // The score of the set, and distributions, come last.
  await page.waitForTimeout(4000)
  await page.screenshot({ path: `${root}docs/studio-${name}.png` })
  await page.close()
}
await browser.close()
server.kill('SIGINT')
