import { join } from 'node:path'
import { rank, tableFromColumns } from 'criba'
import { forestImportance } from 'criba/methods'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { columnOf, formatComparison, inFolder, runPeer, writeColumns } from './peer.js'
import { time } from './timing.js'

const width = 50
const trees = 500
const threads = 2
/** How many columns the classes depend on. */
const useful = 5

/** Importances of random forests, less those of permuted columns, beside ranger's of the same kind. */
export async function benchForest() {
  const results = []
  for (const rows of [1000]) {
    const random = xoroshiro128plus(7)
    const columns = Array.from({ length: width }, () => columnOf(rows, () => uniformFloat64(random)))
    const sums = columnOf(rows, (row) => {
      let sum = uniformFloat64(random)
      for (let i = 0; i < useful; i++) sum += columns[i][row]
      return sum
    })
    const middle = sums.toSorted()[rows / 2]
    const target = sums.map((sum) => (sum >= middle ? 1 : 0))
    const table = tableFromColumns({
      ...Object.fromEntries(columns.map((values, i) => [`x${i}`, values])),
      y: Array.from(target, (value) => (value === 1 ? 'high' : 'low')),
    })
    const name = `debiased importances, ${trees} trees, ${rows.toLocaleString('en')} × ${width}`
    results.push(
      await inFolder(async (folder) => {
        const file = join(folder, 'data.f64')
        writeColumns(file, [...columns, target])
        const theirs = runPeer('forest.R', [rows, width, trees, threads, file])
        const call = () => rank(table, { target: 'y', by: [forestImportance({ trees })] }, { threads })
        if (theirs) compare(name, (await call()).rankings[0].scores, theirs.result)
        return formatComparison(name, await time(call), 'ranger', theirs)
      }),
    )
  }
  return results
}

/**
 * The columns that act are first in both.
 * @param {string} name
 * @param {readonly { readonly feature: string }[]} scores
 * @param {readonly number[]} theirs
 */
function compare(name, scores, theirs) {
  const first = scores.slice(0, useful).map(({ feature }) => Number(feature.slice(1)))
  for (const found of [first, theirs.slice(0, useful)]) {
    if (found.some((place) => place >= useful)) throw new Error(`${name}: ${found.join()} are first`)
  }
}
