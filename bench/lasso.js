import { join } from 'node:path'
import { rank, tableFromColumns } from 'criba'
import { elasticNet, lasso } from 'criba/methods'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { columnOf, formatComparison, inFolder, runPeer, writeColumns } from './peer.js'
import { time } from './timing.js'

const [rows, width] = [1000, 500]
/** How many columns the target depends on. */
const useful = 10

/** Our method, and that of a peer. */
const methods = [
  {
    name: 'lasso, five folds',
    by: lasso({ choose: 'min' }),
    peer: ['scikit-learn', 'lasso.py', 'LassoCV'],
  },
  {
    name: 'lasso, no folds',
    by: lasso({ choose: 'bic' }),
    peer: ['scikit-learn', 'lasso.py', 'lasso_path'],
  },
  {
    name: 'elastic-net, no folds',
    by: elasticNet({ ratio: 0.5, choose: 'bic' }),
    peer: ['glmnet', 'glmnet.R', 0.5],
  },
]

/**
 * A lasso path of 1,000 × 500 doubles, with five folds and without, compared with scikit-learn, and an
 * elastic net with glmnet.
 */
export async function benchLasso() {
  const random = xoroshiro128plus(5)
  const columns = Array.from({ length: width }, () => columnOf(rows, () => uniformFloat64(random) - 0.5))
  const target = columnOf(rows, (row) => {
    let sum = 0
    for (let i = 0; i < useful; i++) sum += (i + 1) * columns[i][row]
    return sum + 10 * (uniformFloat64(random) - 0.5)
  })
  // glmnet divides the target by its standard deviation.
  const mean = target.reduce((sum, y) => sum + y, 0) / rows
  const deviation = Math.sqrt(target.reduce((sum, y) => sum + (y - mean) * (y - mean), 0) / rows)
  for (let row = 0; row < rows; row++) target[row] /= deviation
  const table = tableFromColumns({
    ...Object.fromEntries(columns.map((values, i) => [`x${i}`, values])),
    y: target,
  })
  return inFolder(async (folder) => {
    const file = join(folder, 'data.f64')
    writeColumns(file, [...columns, target])
    const results = []
    for (const {
      name,
      by,
      peer: [peer, script, how],
    } of methods) {
      const theirs = runPeer(String(script), [how, rows, width, file])
      const call = () => rank(table, { target: 'y', by: [by] }, { threads: 2 })
      if (theirs) compare(await call(), theirs)
      results.push(formatComparison(`${name}, 1,000 × 500`, await time(call), String(peer), theirs))
    }
    return results
  })
}

/**
 * Their paths end at larger gaps, scikit-learn's at 1e-4, so weights differ in the third digit.
 * @param {import('criba').RankResult} result
 * @param {{ penalties: number[], weights: number[][] }} theirs
 */
function compare({ rankings: [{ path }] }, { penalties, weights }) {
  const ours = new Map(path?.coefficients.map(({ feature, coefficients }) => [feature, coefficients]))
  const greatest = Math.max(...weights.flat().map(Math.abs))
  penalties.forEach((penalty, step) => {
    const own = Number(path?.penalties[step])
    if (Math.abs(own - penalty) > 1e-9 * penalty) throw new Error(`penalty ${own}, theirs ${penalty}`)
    weights.forEach((of, i) => {
      const weight = ours.get(`x${i}`)?.[step] ?? 0
      if (Math.abs(weight - of[step]) > 0.02 * greatest)
        throw new Error(`x${i}: ${weight}, theirs ${of[step]}`)
    })
  })
}
