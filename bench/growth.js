import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { select, tableFromColumns } from 'criba'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

const rows = 2000
const columnCounts = [1000, 2000, 4000, 8000, 16_000]
const sizes = [10, 20, 40, 80]

/**
 * How time and memory of `forward` with `jmi` grow with the number of columns d and with k. Each point is
 * measured in a process of its own, with its peak memory from the system. The plot is next to this file.
 */
export async function benchGrowth() {
  const points = columnCounts.flatMap((d) => sizes.map((k) => measureInProcess(d, k)))
  const file = fileURLToPath(new URL('growth.svg', import.meta.url))
  writeFileSync(file, `${plotOf(points)}\n`)
  return points.map(({ d, k, milliseconds, megabytes, data }) => ({
    d,
    k,
    milliseconds: Math.round(milliseconds),
    'µs per k·d': Number(((milliseconds / (k * d)) * 1e3).toFixed(2)),
    'peak MB': Math.round(megabytes),
    'data MB': Math.round(data),
  }))
}

/** Measures one point in a process of its own. @param {number} d @param {number} k */
function measureInProcess(d, k) {
  const args = [fileURLToPath(import.meta.url), String(d), String(k)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

/** @param {number} d @param {number} k */
async function measure(d, k) {
  const random = xoroshiro128plus(1)
  const draw = (/** @type {number} */ levels) =>
    Float64Array.from({ length: rows }, () => uniformInt(random, 0, levels - 1))
  /** @type {[string, Float64Array][]} */
  const columns = Array.from({ length: d }, (_, i) => [`x${i}`, draw(5)])
  const table = tableFromColumns([...columns, ['y', draw(3)]], { '*': 'categorical' })
  columns.length = 0
  const call = () => select(table, { target: 'y', method: 'jmi', k, stop: 'none' })
  await call()
  const runs = []
  for (let run = 0; run < 9; run++) {
    const start = performance.now()
    await call()
    runs.push(performance.now() - start)
  }
  const megabytes = process.resourceUsage().maxRSS / 1024
  const milliseconds = runs.sort((a, b) => a - b)[4]
  const point = { d, k, milliseconds, megabytes, data: (d * rows * 8) / 2 ** 20 }
  process.stdout.write(JSON.stringify(point))
}

/**
 * Plots time and memory against the number of columns, one line for each k. @param {readonly object[]} points
 */
function plotOf(points) {
  const { document } = parseHTML('<html></html>')
  const panel = (/** @type {string} */ y, /** @type {string} */ label, /** @type {string} */ transform) => {
    const svg = Plot.plot({
      document,
      width: 460,
      height: 320,
      marginLeft: 56,
      marginRight: 48,
      x: {
        type: 'log',
        label: 'columns',
        ticks: columnCounts,
        tickFormat: (/** @type {number} */ d) => `${d / 1000}k`,
      },
      y: { type: 'log', label, tickFormat: '~s', grid: true },
      color: { type: 'ordinal', scheme: 'viridis' },
      marks: [
        Plot.line(points, { x: 'd', y, stroke: 'k' }),
        Plot.dot(points, { x: 'd', y, fill: 'k', r: 3 }),
        // Where the lines are close, see the colours of the other panel.
        Plot.text(
          y === 'milliseconds' ? points : [],
          Plot.selectLast({
            x: 'd',
            y,
            z: 'k',
            text: (/** @type {{ k: number }} */ { k }) => `k = ${k}`,
            dx: 8,
            textAnchor: 'start',
          }),
        ),
      ],
    })
    svg.setAttribute('transform', transform)
    return svg.outerHTML
  }
  const panels = [
    panel('milliseconds', 'milliseconds', 'translate(0,0)'),
    panel('megabytes', 'peak memory, MB', 'translate(470,0)'),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="930" height="320" viewBox="0 0 930 320" style="background:white">${panels.join('')}</svg>`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await measure(Number(process.argv[2]), Number(process.argv[3]))
