import { join } from 'node:path'
import { rank, tableFromColumns } from 'criba'
import { coxLasso, lasso, poissonLasso } from 'criba/methods'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { columnOf, formatComparison, inFolder, runPeer, writeColumns } from './peer.js'
import { time } from './timing.js'

const shapes = [
  { family: 'classes', rows: 150, width: 10, classes: 3 },
  { family: 'classes', rows: 300, width: 40, classes: 4 },
  { family: 'classes', rows: 1000, width: 300, classes: 2 },
  { family: 'classes', rows: 10_000, width: 50, classes: 4 },
  { family: 'poisson', rows: 1000, width: 100, classes: 0 },
  { family: 'poisson', rows: 10_000, width: 50, classes: 0 },
  { family: 'cox', rows: 1000, width: 100, classes: 0 },
  { family: 'cox', rows: 10_000, width: 50, classes: 0 },
]
/** How many columns the target depends on. */
const useful = 10

/** A lasso of classes, counts and events with five folds, compared with glmnet. */
export async function benchLikelihoodPaths() {
  const results = []
  for (const shape of shapes) {
    const { family, rows, width, classes } = shape
    const random = xoroshiro128plus(7)
    const columns = Array.from({ length: width }, () => columnOf(rows, () => uniformFloat64(random) - 0.5))
    const { target, isEvent, call } = questionOf(shape, random, (row) => {
      let sum = 0
      for (let i = 0; i < useful; i++) sum += (1 + (i % 3)) * columns[i][row]
      return sum
    })
    const table = tableFromColumns({
      ...Object.fromEntries(columns.map((values, i) => [`x${i}`, values])),
      y: family === 'classes' ? Array.from(target, (place) => `class ${place}`) : target,
      ...(family === 'cox' && { event: isEvent }),
    })
    const theirs = await inFolder((folder) => {
      const file = join(folder, 'data.f64')
      writeColumns(file, [...columns, target, isEvent])
      return runPeer('glmnet_likelihood.R', [family, rows, width, file])
    })
    if (theirs) compare(await call(table), theirs)
    const name = `${classes > 0 ? `${classes} classes` : family}, five folds, ${rows} × ${width}`
    results.push(formatComparison(name, await time(() => call(table)), 'glmnet', theirs))
  }
  return results
}

/**
 * The target of rows with a linear sum, and our call. Of a count the mean is e^(sum / 2); a time has the rate e^sum, and three of
 * ten are censored.
 * @param {(typeof shapes)[number]} shape
 * @param {ReturnType<typeof xoroshiro128plus>} random
 * @param {(row: number) => number} sumOf
 * @returns {{ target: Float64Array, isEvent: Float64Array, call: (table: import('criba').Table) => Promise<import('criba').RankResult> }}
 */
function questionOf({ family, rows, classes }, random, sumOf) {
  const isEvent = columnOf(rows, () => (family === 'cox' && uniformFloat64(random) < 0.3 ? 0 : 1))
  const target = columnOf(rows, (row) => {
    const sum = sumOf(row)
    if (family === 'poisson') return countOf(Math.exp(sum / 2), random)
    if (family === 'cox') return -Math.log(1 - uniformFloat64(random)) / Math.exp(sum)
    const place = Math.floor((sum + 3 * (uniformFloat64(random) - 0.5)) / 2 + classes / 2)
    return Math.max(0, Math.min(classes - 1, place))
  })
  /** @type {import('criba').RankSpec} */
  const spec =
    family === 'poisson'
      ? { target: 'y', task: 'regression', by: [poissonLasso()] }
      : family === 'cox'
        ? { target: 'y', event: 'event', by: [coxLasso()] }
        : { target: 'y', by: [lasso()] }
  return { target, isEvent, call: (table) => rank(table, spec, { threads: 2 }) }
}

/**
 * A count of Poisson's law, by products of uniform numbers.
 * @param {number} mean
 * @param {ReturnType<typeof xoroshiro128plus>} random
 */
function countOf(mean, random) {
  let count = 0
  for (let product = uniformFloat64(random); product > Math.exp(-mean); product *= uniformFloat64(random))
    count++
  return count
}

/**
 * The first penalty follows from the data alone; ours ends where nothing is left to explain.
 * @param {import('criba').RankResult} result
 * @param {{ penalties: number[] }} theirs
 */
function compare({ rankings: [{ path }] }, { penalties }) {
  const [own, other] = [Number(path?.penalties[0]), penalties[0]]
  if (Math.abs(own - other) > 1e-6 * other) throw new Error(`penalty ${own}, theirs ${other}`)
}
