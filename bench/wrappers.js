import { join } from 'node:path'
import { select, tableFromColumns } from 'criba'
import { cv, exhaustive, forward, importance, recursiveElimination } from 'criba/methods'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { columnOf, formatComparison, inFolder, runPeer, writeColumns } from './peer.js'
import { time } from './timing.js'

const rows = 1000
/** How many columns the target depends on. */
const useful = 10
/** @type {{ learner: 'linear', ridge: number }} */
const least = { learner: 'linear', ridge: 0 }
/** @type {{ learner: 'logistic', metric: string }} */
const classes = { learner: 'logistic', metric: 'accuracy' }
/** @type {{ learner: 'knn', metric: string }} */
const neighbours = { learner: 'knn', metric: 'accuracy' }

/** Our selections, and scikit-learn's. */
const works = [
  {
    name: 'RFE with OLS, 1,000 × 200 → 10',
    peer: 'rfe',
    columns: 200,
    spec: { criterion: importance(least), search: recursiveElimination({ share: 0 }), k: 10 },
  },
  {
    name: 'forward with OLS, 5 folds, 1,000 × 50 → 10',
    peer: 'forward',
    columns: 50,
    spec: { criterion: cv(least), search: forward(), k: 10 },
  },
  {
    name: 'forward with logistic regression, 5 folds, 1,000 × 30 → 5',
    peer: 'logistic',
    columns: 30,
    spec: { criterion: cv(classes), search: forward(), k: 5 },
  },
  {
    name: 'forward with 5 nearest neighbours, 5 folds, 1,000 × 30 → 5',
    peer: 'knn',
    columns: 30,
    spec: { criterion: cv(neighbours), search: forward(), k: 5 },
  },
  {
    name: 'OLS on 1,140 sets of 3, 5 folds, 1,000 × 20',
    peer: 'sets',
    columns: 20,
    spec: { criterion: cv(least), search: exhaustive({ from: 3, to: 3 }) },
  },
]

/** Wrappers compared with scikit-learn's. The folds are others, so the last columns chosen may be. */
export async function benchWrappers() {
  const results = []
  for (const { name, peer, columns: width, spec } of works) {
    const random = xoroshiro128plus(5)
    const columns = Array.from({ length: width }, () => columnOf(rows, () => uniformFloat64(random) - 0.5))
    const target = columnOf(rows, (row) => {
      let sum = 0
      for (let i = 0; i < useful; i++) sum += (i + 1) * columns[i][row]
      return sum + 10 * (uniformFloat64(random) - 0.5)
    })
    const middle = target.toSorted()[rows / 2]
    const isClasses = peer === 'logistic' || peer === 'knn'
    const table = tableFromColumns({
      ...Object.fromEntries(columns.map((values, i) => [`x${i}`, values])),
      y: isClasses ? Array.from(target, (value) => (value >= middle ? 'high' : 'low')) : target,
    })
    results.push(
      await inFolder(async (folder) => {
        const file = join(folder, 'data.f64')
        writeColumns(file, [...columns, target])
        const theirs = runPeer('wrappers.py', [peer, rows, width, file])
        const call = () => select(table, { target: 'y', ...spec }, { threads: 2 })
        if (theirs) compare(name, (await call()).selected, theirs.result)
        return formatComparison(name, await time(call), 'scikit-learn', theirs)
      }),
    )
  }
  return results
}

/**
 * At least half of the columns are the same.
 * @param {string} name
 * @param {readonly string[]} selected
 * @param {readonly number[]} theirs
 */
function compare(name, selected, theirs) {
  const shared = theirs.filter((place) => selected.includes(`x${place}`))
  if (2 * shared.length < theirs.length)
    throw new Error(`${name}: ${selected.join()}, theirs ${theirs.join()}`)
}
