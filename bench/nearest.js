import { join } from 'node:path'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { mergeNearest, nearestBatch } from '../dist/src/memory/neighbours/nearest-plan.js'
import { runBatch } from '../dist/src/memory/threads/pool.js'
import { columnOf, inFolder, runPeer, writeColumns } from './peer.js'
import { formatSeconds, time } from './timing.js'

const rows = 10_000
const widths = [1, 2, 3, 5, 8, 20]

/**
 * The k nearest neighbours of 10,000 rows with the squared target differences, compared with scikit-learn's
 * neighbours alone; two threads each. Measures the default structure, and each structure by itself.
 */
export async function benchNearest() {
  const random = xoroshiro128plus(1)
  const [target, ...columns] = Array.from({ length: Math.max(...widths) + 1 }, () =>
    columnOf(rows, () => uniformFloat64(random)),
  )
  return inFolder(async (folder) => {
    const file = join(folder, 'data.f64')
    writeColumns(file, columns)
    const results = []
    for (const width of widths) {
      for (const k of [1, 5]) results.push(await benchOne({ columns, target, width, k, file }))
    }
    return results
  })
}

/** @param {{ columns: Float64Array[], target: Float64Array, width: number, k: number, file: string }} work */
async function benchOne({ columns, target, width, k, file }) {
  const set = { columns: Uint32Array.from({ length: width }, (_, i) => i), ends: Uint32Array.of(width) }
  const origins = new Float64Array(columns.length)
  const wanted = /** @type {const} */ ({ of: 'differences', target, ties: 'shared' })
  /** @param {import('../dist/src/memory/neighbours/nearest-search.js').NearestStructure} [structure] */
  const call = async (structure) => {
    const options = structure === undefined ? {} : { structure }
    const input = /** @type {const} */ ({
      rows,
      columns,
      origins,
      k,
      metric: 'euclidean',
      wanted,
      ...options,
    })
    return mergeNearest(input, 1, await runBatch(nearestBatch(input, set), { threads: 2 }))
  }
  const theirs = ['kd_tree', 'brute'].map((algorithm) =>
    runPeer('neighbours.py', [algorithm, k, rows, width, file]),
  )
  const { squaredDistances } = await call()
  for (const result of theirs) if (result) compare(width, squaredDistances, result.sums)
  const ours = await time(() => call())
  const tree = await time(() => call('tree'))
  const all = await time(() => call('all'))
  const [kdTree, brute] = theirs.map((result) => (result ? result.median : NaN))
  return {
    work: `${rows} × ${width}, k = ${k}`,
    criba: formatSeconds(ours.median),
    'first call': formatSeconds(ours.cold),
    tree: formatSeconds(tree.median),
    scan: formatSeconds(all.median),
    'scikit-learn kd_tree': formatSeconds(kdTree),
    brute: formatSeconds(brute),
    ratio: `÷ ${(Math.min(kdTree, brute) / ours.median).toFixed(1)}`,
    'scan to brute': `÷ ${(brute / all.median).toFixed(1)}`,
  }
}

/**
 * Compares the distances before timing; scikit-learn's brute force computes them less precisely.
 * @param {number} width
 * @param {Float64Array} ours
 * @param {readonly number[]} theirs
 */
function compare(width, ours, theirs) {
  ours.forEach((sum, place) => {
    if (Math.abs(sum - theirs[place]) <= 1e-9 * sum) return
    throw new Error(
      `neighbours differ on ${width} columns at place ${place + 1}: ${sum} for ${theirs[place]}`,
    )
  })
}
