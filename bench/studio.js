import { createServer } from 'node:http'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { formatSeconds } from './timing.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.csv': 'text/csv' }
const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

/**
 * The workbench as a host serves it, in Chromium: from the file that is dropped to what is on the screen, the
 * longest task of the page's own thread, and the longest time between two frames of a scrolled list. The median of
 * five pages, the first of which is cold.
 */
export async function benchStudio() {
  const server = createServer(({ url = '/' }, response) => {
    const path = join(root, 'dist/studio', url === '/' ? 'index.html' : new URL(url, 'http://host').pathname)
    if (!existsSync(path)) return void response.writeHead(404).end()
    const type = types[/** @type {keyof typeof types} */ (extname(path))] ?? 'application/octet-stream'
    response.writeHead(200, { 'Content-Type': type }).end(readFileSync(path))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const folder = mkdtempSync(join(tmpdir(), 'criba-bench-studio-'))
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const rows = []
  for (const { name, path, target } of filesIn(folder)) {
    const runs = []
    for (let run = 0; run < 5; run++) {
      runs.push(await runOf(browser, `http://127.0.0.1:${port}/`, path, target))
    }
    rows.push({ table: name, ...mediansOf(runs) })
  }
  await browser.close()
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
  return rows
}

/** @param {string} folder */
function filesIn(folder) {
  const written = (/** @type {string} */ name, /** @type {string} */ text) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  return [
    {
      name: 'breast-cancer, 569 × 31',
      path: join(root, 'examples/breast-cancer.csv'),
      target: 'diagnosis',
    },
    { name: '50,000 × 200', path: written('long.csv', numbersText(50_000, 200)), target: 'y' },
    { name: '200 × 20,000', path: written('wide.csv', numbersText(200, 20_000)), target: 'y' },
  ]
}

/** Whole numbers, some of which know the two classes. @param {number} rows @param {number} columns */
function numbersText(rows, columns) {
  const names = Array.from({ length: columns }, (_, i) => `x${i}`)
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = names.map(
      (_, i) =>
        ((row * 7919 + i * 104_729 + ((row * (i + 3)) % 89) * 31) % 1009) +
        (i % 50 === 0 ? (row % 2) * 200 : 0),
    )
    return `${cells.join(',')},${'ab'[row % 2]}`
  })
  return `${[...names, 'y'].join(',')}\n${lines.join('\n')}\n`
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 * @param {string} path
 * @param {string} target
 */
async function runOf(browser, address, path, target) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForSelector('[data-file]', { state: 'attached' })
  // Who chooses a file takes a while.
  await page.waitForTimeout(2000)
  await browser.startTracing(page, { categories: ['toplevel'] })

  let start = performance.now()
  await page.setInputFiles('[data-file]', path)
  await until(page, 'nav')
  const table = secondsSince(start)
  const menu = await page.$('select[data-target]')
  if (menu) await menu.selectOption(target)
  else {
    await page.fill('input[data-target]', target)
    await page.keyboard.press('Enter')
  }
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur())
  await page.keyboard.press('2')
  await until(page, '[data-column] [data-score]')
  const ranking = secondsSince(start)
  const frame = await page.evaluate(scrollFrames)
  start = performance.now()
  await page.keyboard.press('4')
  await until(page, '[role="slider"], .nothing')
  const selection = secondsSince(start)
  await page.keyboard.press('3')
  await until(page, '[data-dot]')
  const trace = (await browser.stopTracing()).toString()
  await context.close()
  return {
    'table shown': table,
    'ranking shown': ranking,
    'selection with its curve, after it': selection,
    'longest task (CPU)': longestTask(trace),
    'longest frame of a scroll': frame,
  }
}

/** @param {number} start */
function secondsSince(start) {
  return (performance.now() - start) / 1000
}

/**
 * Waits until an element is there and nothing runs. It asks seldom: what waits for an element in each frame makes the
 * tasks of the page longer.
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 */
async function until(page, selector) {
  const isThere = () =>
    page.evaluate(
      (selector) => document.querySelector(selector) !== null && document.querySelector('.running') === null,
      selector,
    )
  while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** The CPU time of the longest task of the thread that draws the page. @param {string} trace */
function longestTask(trace) {
  /** @type {{ name: string, ph: string, pid: number, tid: number, tdur?: number, args: { name?: string } }[]} */
  const events = JSON.parse(trace).traceEvents
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  )
  const tasks = events.filter(({ ph, pid, tid }) => ph === 'X' && threads.has(`${pid}:${tid}`))
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1e6
}

/** Scrolls the longest list of the page by its own height a frame, and returns the longest frame. */
async function scrollFrames() {
  const lists = [...document.querySelectorAll('*')].filter(
    (element) =>
      element.scrollHeight > element.clientHeight + 10 &&
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowY),
  )
  const [list] = lists.sort((a, b) => b.scrollHeight - a.scrollHeight)
  if (list === undefined) return 0
  let longest = 0
  let last = await new Promise(requestAnimationFrame)
  for (let frame = 0; frame < 60; frame++) {
    list.scrollTop = (list.scrollHeight * (frame + 1)) / 60
    const now = await new Promise(requestAnimationFrame)
    longest = Math.max(longest, now - last)
    last = now
  }
  return longest / 1000
}

/** @param {readonly Record<string, number>[]} runs */
function mediansOf(runs) {
  return Object.fromEntries(
    Object.keys(runs[0]).map((name) => {
      const sorted = runs.map((run) => run[name]).sort((a, b) => a - b)
      return [name, `${formatSeconds(sorted[2])} (${formatSeconds(runs[0][name])} cold)`]
    }),
  )
}
