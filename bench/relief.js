import { join } from 'node:path'
import { rank, tableFromColumns } from 'criba'
import { multisurf, relieff, surf } from 'criba/methods'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { columnOf, formatComparison, inFolder, runPeer, writeColumns } from './peer.js'
import { time } from './timing.js'

/** Our method, theirs, and the neighbours. */
const methods = [
  { name: 'relieff:k=100', by: relieff({ k: 100 }), peer: 'ReliefF', k: 100 },
  { name: 'multisurf', by: multisurf(), peer: 'MultiSURF', k: 0 },
  { name: 'surf', by: surf(), peer: 'SURF', k: 0 },
]

/**
 * The Relief family on 1,000 × 200 doubles with two classes, compared with scikit-rebate, two threads each.
 */
export async function benchRelief() {
  const { names, columns, target, table } = data(1000, 200)
  return inFolder(async (folder) => {
    const file = join(folder, 'data.f64')
    writeColumns(file, [...columns, target])
    const results = []
    for (const { name, by, peer, k } of methods) {
      const theirs = runPeer('relief.py', [peer, k, 1000, 200, file, 1])
      const call = () => rank(table, { target: 'y', types: { y: 'categorical' }, by: [by] }, { threads: 2 })
      if (theirs && peer !== 'SURF') compare(await call(), names, theirs.scores)
      results.push(formatComparison(`${name}, 1,000 × 200`, await time(call), 'scikit-rebate', theirs))
    }
    return results
  })
}

/**
 * @param {number} rows
 * @param {number} width
 */
function data(rows, width) {
  const random = xoroshiro128plus(3)
  const columns = Array.from({ length: width }, () => columnOf(rows, () => uniformFloat64(random)))
  const target = columnOf(rows, (row) => (columns[0][row] + columns[1][row] * columns[2][row] > 0.75 ? 1 : 0))
  const names = columns.map((_, i) => `x${i}`)
  const table = tableFromColumns({
    ...Object.fromEntries(names.map((name, i) => [name, columns[i]])),
    y: target,
  })
  return { names, columns, target, table }
}

/**
 * @param {import('criba').RankResult} result
 * @param {readonly string[]} names
 * @param {readonly number[]} theirs
 */
function compare({ rankings: [{ scores }] }, names, theirs) {
  const ours = new Map(scores.map(({ feature, score }) => [feature, score]))
  names.forEach((name, i) => {
    const score = Number(ours.get(name))
    if (Math.abs(score - theirs[i]) > 1e-9) throw new Error(`${name}: ${score}, theirs ${theirs[i]}`)
  })
}
