import { join } from 'node:path'
import { rank, tableFromColumns } from 'criba'
import { lasso } from 'criba/methods'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { columnOf, formatComparison, inFolder, runPeer, writeColumns } from './peer.js'
import { time } from './timing.js'

const shapes = [
  { rows: 150, width: 10, classes: 3 },
  { rows: 300, width: 40, classes: 4 },
  { rows: 1000, width: 300, classes: 2 },
  { rows: 10_000, width: 50, classes: 4 },
]
/** How many columns the classes depend on. */
const useful = 10

/** A lasso of classes with five folds, compared with glmnet. */
export async function benchClassPaths() {
  const results = []
  for (const { rows, width, classes } of shapes) {
    const random = xoroshiro128plus(7)
    const columns = Array.from({ length: width }, () => columnOf(rows, () => uniformFloat64(random) - 0.5))
    const target = columnOf(rows, (row) => {
      let sum = 0
      for (let i = 0; i < useful; i++) sum += (1 + (i % 3)) * columns[i][row]
      const place = Math.floor((sum + 3 * (uniformFloat64(random) - 0.5)) / 2 + classes / 2)
      return Math.max(0, Math.min(classes - 1, place))
    })
    const table = tableFromColumns({
      ...Object.fromEntries(columns.map((values, i) => [`x${i}`, values])),
      y: Array.from(target, (place) => `class ${place}`),
    })
    const theirs = await inFolder((folder) => {
      const file = join(folder, 'data.f64')
      writeColumns(file, [...columns, target])
      return runPeer('glmnet_classes.R', [rows, width, file])
    })
    const call = () => rank(table, { target: 'y', by: [lasso()] }, { threads: 2 })
    if (theirs) compare(await call(), theirs)
    const name = `lasso of ${classes} classes, five folds, ${rows} × ${width}`
    results.push(formatComparison(name, await time(call), 'glmnet', theirs))
  }
  return results
}

/**
 * The first penalty follows from the data alone; ours ends where the classes are told apart.
 * @param {import('criba').RankResult} result
 * @param {{ penalties: number[] }} theirs
 */
function compare({ rankings: [{ path }] }, { penalties }) {
  const [own, other] = [Number(path?.penalties[0]), penalties[0]]
  if (Math.abs(own - other) > 1e-6 * other) throw new Error(`penalty ${own}, theirs ${other}`)
}
