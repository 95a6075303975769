import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { latticeBatch } from '../dist/src/memory/tables/lattice-job.js'
import { mergeLattice } from '../dist/src/memory/tables/lattice-job.js'
import { runBatch } from '../dist/src/memory/threads/pool.js'
import { columnOf, inFolder, runPeer, writeColumns } from './peer.js'
import { formatSeconds, time } from './timing.js'

const rows = 1_000
/** The peer computes the subsets of this many columns; for more, its time is extrapolated from these. */
const peerColumns = 11
const file = fileURLToPath(import.meta.url)

/**
 * The nearest neighbour of 1,000 rows in every subset of the columns, compared with scikit-learn subset by
 * subset; one thread each.
 */
export async function benchLattice(width = peerColumns) {
  const random = xoroshiro128plus(1)
  const [target, ...columns] = Array.from({ length: width + 1 }, () =>
    columnOf(rows, () => uniformFloat64(random)),
  )
  const shared = columns.slice(0, peerColumns)
  const theirs = await inFolder((folder) => {
    const data = join(folder, 'data.f64')
    writeColumns(data, [...shared, target])
    return ['kd_tree', 'brute']
      .map((algorithm) => {
        const args = [algorithm, rows, shared.length, data]
        return runPeer('lattice.py', args, { OMP_NUM_THREADS: '1' })
      })
      .filter((result) => result !== null)
      .sort((a, b) => a.seconds - b.seconds)[0]
  })
  if (theirs) compare((await sums(shared, target, 'differences')).squaredDifferences, theirs.sums)
  const results = []
  for (const wanted of /** @type {const} */ (['differences', 'distances'])) {
    const ours = await time(() => sums(columns, target, wanted))
    const sets = 2 ** width - 1
    const seconds = theirs ? (theirs.seconds * sets) / theirs.sums.length : NaN
    results.push({
      work: `${wanted}, ${rows} × ${width}: ${sets} sets`,
      criba: formatSeconds(ours.median),
      'first call': formatSeconds(ours.cold),
      'a set': `${((ours.median / sets) * 1e6).toFixed(1)} µs`,
      'scikit-learn': theirs ? formatSeconds(seconds) : 'not installed',
      ratio: theirs ? `÷ ${(seconds / ours.median).toFixed(0)}` : '',
    })
  }
  return results
}

/**
 * @param {readonly Float64Array[]} columns
 * @param {Float64Array} target
 * @param {'differences' | 'distances'} wanted
 */
async function sums(columns, target, wanted) {
  const sizes = /** @type {const} */ ([1, columns.length])
  const input = /** @type {const} */ ({
    rows,
    columns,
    origins: new Float64Array(columns.length),
    target,
    k: 1,
    common: 0,
    ties: 'shared',
    wanted,
    sizes,
  })
  return mergeLattice(input, await runBatch(latticeBatch(input), { threads: 1 }))
}

/**
 * Compares the results before timing.
 * @param {Float64Array} ours
 * @param {readonly number[]} theirs
 */
function compare(ours, theirs) {
  theirs.forEach((value, i) => {
    if (!(Math.abs(ours[i] - value) <= 1e-9 * value))
      throw new Error(`set ${i + 1} differs: ${ours[i]} for ${value}`)
  })
}

if (process.argv[1] === file) console.table(await benchLattice(Number(process.argv[2] ?? peerColumns)))
