// Takes the pictures of docs/studio.md from the built page: `node tools/studio-pictures.js` (needs a Chromium).
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('..', import.meta.url))
const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

/** Each picture: the fragment of the address that opens it, and what must be there before it is taken. */
const pictures = [
  { name: 'data', fragment: 'sample=penguins', ready: '[data-column="sex"] [data-missing]' },
  {
    name: 'rank',
    fragment:
      'sample=breast-cancer&view=rank&rank={"by":["mutual-information","anova-f","auc","relieff"],"sort":"mean"}&set=["worst perimeter","worst smoothness"]',
    ready: '[data-column] [data-mean], [data-mean]',
  },
  {
    name: 'map',
    fragment:
      'sample=breast-cancer&view=map&set=["worst perimeter","worst smoothness"]&marks=["mean compactness","mean fractal dimension"]',
    ready: '[data-joint]',
  },
  {
    name: 'path',
    fragment: 'sample=breast-cancer&view=path&set=["worst perimeter","worst smoothness"]',
    ready: '[role="slider"]',
  },
  {
    name: 'landscape',
    fragment: 'sample=diabetes&view=landscape',
    ready: '[data-counted="1023"]',
  },
  {
    name: 'compare',
    fragment:
      'sample=breast-cancer&view=compare&set=["worst perimeter","worst smoothness"]&compare={"methods":["jmi","mrmr","cmim","fcbf"],"k":null,"repeats":1,"pair":["jmi","mrmr"]}',
    ready: '[data-alternatives]',
  },
]

const server = spawn(process.execPath, [`${root}dist/cli.js`, 'studio', '--no-open'])
const address = await new Promise((resolve) =>
  server.stdout.once('data', (/** @type {Buffer} */ line) => resolve(line.toString().trim())),
)
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
for (const { name, fragment, ready } of pictures) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${address}&${encodeURI(fragment)}`)
  await page.waitForSelector(ready)
  await page.waitForFunction(() => document.querySelector('.running') === null)
  // The score of the set, and distributions, come last.
  await page.waitForTimeout(4000)
  await page.screenshot({ path: `${root}docs/studio-${name}.png` })
  await page.close()
}
await browser.close()
server.kill('SIGINT')
