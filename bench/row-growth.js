import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { rank, tableFromColumns } from 'criba'
import { laplacianScore, multisurf, relieff } from 'criba/methods'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { columnOf } from './peer.js'
import { time } from './timing.js'

const methods = [relieff({ k: 100 }), multisurf(), laplacianScore()]
const few = { rows: 1000, columns: 50 }
const counts = { rows: [1000, 2000, 4000, 8000], columns: [50, 200, 800, 3200] }

/**
 * How the time of methods that compare rows grows with rows and with columns, on two threads. The plot is
 * next to this file.
 */
export async function benchRowGrowth() {
  const points = []
  for (const along of /** @type {const} */ (['rows', 'columns'])) {
    for (const count of counts[along]) {
      const size = { ...few, [along]: count }
      const table = tableOf(size)
      for (const by of methods) {
        const call = () => rank(table, { target: 'y', types: { y: 'categorical' }, by: [by] }, { threads: 2 })
        points.push({ along, ...size, count, method: by.method, seconds: (await time(call)).median })
      }
    }
  }
  const file = fileURLToPath(new URL('row-growth.svg', import.meta.url))
  writeFileSync(file, `${plotOf(points)}\n`)
  return points.map(({ method, rows, columns, seconds }) => ({
    method,
    rows,
    columns,
    seconds: Number(seconds.toPrecision(3)),
  }))
}

/** @param {{ rows: number, columns: number }} size */
function tableOf({ rows, columns }) {
  const random = xoroshiro128plus(3)
  const features = Array.from({ length: columns }, () => columnOf(rows, () => uniformFloat64(random)))
  return tableFromColumns({
    ...Object.fromEntries(features.map((values, i) => [`x${i}`, values])),
    y: columnOf(rows, (row) => (features[0][row] + features[1][row] * features[2][row] > 0.75 ? 1 : 0)),
  })
}

/**
 * Plots time against rows and against columns, one line for each method. @param {readonly { along: string
 * }[]} points
 */
function plotOf(points) {
  const { document } = parseHTML('<html></html>')
  const panel = (/** @type {'rows' | 'columns'} */ along, /** @type {number} */ left) => {
    const some = points.filter((point) => point.along === along)
    const other = along === 'rows' ? `${few.columns} columns` : `${few.rows.toLocaleString('en')} rows`
    const svg = Plot.plot({
      document,
      width: 460,
      height: 320,
      marginLeft: 56,
      marginRight: 100,
      x: { type: 'log', label: `${along} (${other})`, ticks: counts[along], tickFormat: String },
      y: { type: 'log', label: 'seconds', grid: true, tickFormat: 'g' },
      color: { type: 'ordinal', scheme: 'viridis' },
      marks: [
        Plot.line(some, { x: 'count', y: 'seconds', stroke: 'method' }),
        Plot.dot(some, { x: 'count', y: 'seconds', fill: 'method', r: 3 }),
        Plot.text(
          some,
          Plot.selectLast({
            x: 'count',
            y: 'seconds',
            z: 'method',
            text: 'method',
            dx: 8,
            textAnchor: 'start',
          }),
        ),
      ],
    })
    svg.setAttribute('transform', `translate(${left},0)`)
    return svg.outerHTML
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="930" height="320" viewBox="0 0 930 320" style="background:white">${panel('rows', 0)}${panel('columns', 470)}</svg>`
}
