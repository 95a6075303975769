import { join } from 'node:path'
import { rank, tableFromColumns } from 'criba'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { formatComparison, columnOf, inFolder, runPeer, writeColumns } from './peer.js'
import { formatSeconds, time } from './timing.js'

const rows = 50_000
const columns = 1_000

/**
 * f-regression, anova-f and chi2-frequency on 50,000 × 1,000 doubles, compared with scikit-learn if it is
 * installed.
 */
export async function benchUnivariate() {
  const random = xoroshiro128plus(1)
  const features = Array.from({ length: columns }, () => columnOf(rows, () => uniformFloat64(random)))
  const number = features[0].map((value, row) => value + features[1][row] + uniformFloat64(random))
  const classes = number.map((value) => Math.min(2, Math.floor(value)))
  const copied = await time(() => copyAll(features))
  return inFolder(async (folder) => {
    const results = []
    for (const [method, y] of /** @type {const} */ ([
      ['f-regression', number],
      ['anova-f', classes],
      ['chi2-frequency', classes],
    ])) {
      const names = features.map((_, i) => `x${i}`)
      const table = tableFromColumns([
        ...features.map((values, i) => /** @type {const} */ ([names[i], values])),
        ['y', y],
      ])
      const call = () => rank(table, { target: 'y', by: [method] })
      const file = join(folder, 'data.f64')
      writeColumns(file, [...features, y])
      const theirs = runPeer('scikit_learn.py', [method, rows, columns, file])
      if (theirs) compare(method, names, (await call()).rankings[0].scores, theirs.scores)
      const line = formatComparison(
        `${method}, ${rows} × ${columns}`,
        await time(call),
        'scikit-learn',
        theirs,
      )
      results.push({ ...line, 'one thread copies': formatSeconds(copied.median) })
    }
    return results
  })
}

/**
 * Copies all values once, block by block: a lower bound of the time on one thread.
 * @param {readonly Float64Array[]} features
 */
function copyAll(features) {
  const block = new Float64Array(8192)
  for (const values of features) {
    for (let row = 0; row < rows; row += block.length) {
      block.set(values.subarray(row, Math.min(rows, row + block.length)))
    }
  }
}

/**
 * Compares the results before timing.
 * @param {string} method
 * @param {readonly string[]} names
 * @param {readonly import('criba').FeatureScore[]} ours
 * @param {readonly number[]} theirs
 */
function compare(method, names, ours, theirs) {
  const scores = new Map(ours.map(({ feature, score }) => [feature, score]))
  names.forEach((name, i) => {
    const difference = Math.abs((scores.get(name) ?? NaN) - theirs[i]) / Math.max(1e-3, Math.abs(theirs[i]))
    if (!(difference <= 1e-6))
      throw new Error(`${method} differs on ${name}: ${scores.get(name)} for ${theirs[i]}`)
  })
}
