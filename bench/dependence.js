import { join } from 'node:path'
import { rank, tableFromColumns } from 'criba'
import { distanceCorrelation, hsic } from 'criba/methods'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { columnOf, formatComparison, inFolder, runPeer, writeColumns } from './peer.js'
import { time } from './timing.js'

const width = 50

/**
 * `distance-correlation` of 10,000 rows beside R's energy, and `hsic` of 2,000 beside numpy; 50 columns, two
 * threads.
 */
export async function benchDependence() {
  return inFolder(async (folder) => {
    const file = join(folder, 'data.f64')
    const results = []
    for (const { rows, method, peer, name } of [
      { rows: 10_000, method: distanceCorrelation(), peer: 'dependence.R', name: 'energy' },
      { rows: 2000, method: hsic(), peer: 'dependence.py', name: 'numpy' },
    ]) {
      const columns = data(rows)
      writeColumns(file, columns)
      const theirs = runPeer(peer, [rows, width, file])
      const table = tableFromColumns(
        columns.map((values, i) => /** @type {const} */ ([i < width ? `x${i}` : 'y', values])),
      )
      const call = () => rank(table, { target: 'y', by: [method] }, { threads: 2 })
      if (theirs) compare(await call(), theirs.scores)
      const work = `${method.method}, ${rows.toLocaleString('en')} × ${width}`
      results.push(formatComparison(work, await time(call), name, theirs))
    }
    return results
  })
}

/**
 * Columns that depend more and more on the target, which is the last, of three shapes.
 * @param {number} rows
 */
function data(rows) {
  const random = xoroshiro128plus(3)
  const y = columnOf(rows, () => uniformFloat64(random) * 2 - 1)
  const columns = Array.from({ length: width }, (_, i) =>
    columnOf(rows, (row) => {
      const shape = [y[row], y[row] * y[row], Math.abs((4 * y[row]) % 1)][i % 3]
      return (i / width) * shape + uniformFloat64(random)
    }),
  )
  return [...columns, y]
}

/**
 * @param {import('criba').RankResult} result
 * @param {readonly number[]} theirs
 */
function compare({ rankings: [{ scores }] }, theirs) {
  for (const { feature, score } of scores) {
    const expected = theirs[Number(feature.slice(1))]
    if (Math.abs(Number(score) - expected) > 1e-9) throw new Error(`${feature}: ${score}, theirs ${expected}`)
  }
}
