import { join } from 'node:path'
import { rank, tableFromColumns } from 'criba'
import { laplacianScore } from 'criba/methods'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { columnOf, formatComparison, inFolder, runPeer, writeColumns } from './peer.js'
import { time } from './timing.js'

/**
 * The Laplacian score of 2,000 × 500 doubles as scikit-feature defines it, two threads each; and of larger
 * tables.
 */
export async function benchLaplacian() {
  return inFolder(async (folder) => {
    const { columns, table } = data(2000, 500)
    const file = join(folder, 'data.f64')
    writeColumns(file, columns)
    const theirs = runPeer('laplacian.py', [5, 2000, 500, file])
    // Its graph has each row as its own neighbour, and its weights are exp(−d²/(2t²)) with t = 5.
    const same = laplacianScore({ self: true, sigma: 50, scale: 'none' })
    const call = () => rank(table, { by: [same] }, { threads: 2 })
    if (theirs) compare(await call(), theirs.scores)
    const results = [
      formatComparison('laplacian-score, 2,000 × 500', await time(call), 'scikit-feature', theirs),
    ]
    for (const [rows, width] of [
      [20_000, 100],
      [2000, 20_000],
    ]) {
      const { table: larger } = data(rows, width)
      const work = `${rows.toLocaleString('en')} × ${width.toLocaleString('en')}`
      const ours = await time(() => rank(larger, { by: [laplacianScore()] }, { threads: 2 }))
      results.push(formatComparison(work, ours, 'scikit-feature', null))
    }
    return results
  })
}

/**
 * @param {number} rows
 * @param {number} width
 */
function data(rows, width) {
  const random = xoroshiro128plus(5)
  const columns = Array.from({ length: width }, () => columnOf(rows, () => uniformFloat64(random)))
  return {
    columns,
    table: tableFromColumns(columns.map((values, i) => /** @type {const} */ ([`x${i}`, values]))),
  }
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
