import { join } from 'node:path'
import { score, tableFromColumns } from 'criba'
import { jointMi } from 'criba/methods'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { columnOf, formatComparison, inFolder, runPeer, writeColumns } from './peer.js'
import { time } from './timing.js'

const features = 5
const k = 5
const shapes = [
  { rows: 1000, given: 1 },
  { rows: 1000, given: 4 },
  { rows: 10_000, given: 2 },
]

/** Information of numbers about a number given others, from neighbours, compared with scipy's trees. */
export async function benchConditional() {
  const results = []
  for (const { rows, given } of shapes) {
    const random = xoroshiro128plus(3)
    const uniform = () => columnOf(rows, () => uniformFloat64(random))
    const others = Array.from({ length: given }, uniform)
    const noisy = (/** @type {number} */ weight) =>
      columnOf(rows, (row) => weight * others[0][row] + uniformFloat64(random))
    const columns = Array.from({ length: features }, (_, i) => noisy(i / features))
    const target = columnOf(rows, (row) => columns[1][row] + others[0][row] + uniformFloat64(random))
    const names = others.map((_, i) => `z${i}`)
    const table = tableFromColumns({
      ...Object.fromEntries(columns.map((values, i) => [`x${i}`, values])),
      ...Object.fromEntries(others.map((values, i) => [names[i], values])),
      y: target,
    })
    const call = async () => {
      const scores = []
      for (let i = 0; i < features; i++) {
        const spec = {
          target: 'y',
          task: /** @type {const} */ ('regression'),
          features: [`x${i}`],
          given: names,
        }
        const by = [jointMi({ estimator: 'nearest', k, scale: 'none', jitter: 0 })]
        scores.push(await score(table, { ...spec, by }, { threads: 2 }))
      }
      return scores
    }
    const theirs = await inFolder((folder) => {
      const file = join(folder, 'data.f64')
      writeColumns(file, [...columns, ...others, target])
      return runPeer('conditional.py', [rows, features, given, k, file])
    })
    if (theirs) compare(await call(), theirs.scores)
    results.push(formatComparison(`${rows} × ${features}, given ${given}`, await time(call), 'scipy', theirs))
  }
  return results
}

/**
 * @param {readonly import('criba').ScoreResult[]} ours
 * @param {readonly number[]} theirs
 */
function compare(ours, theirs) {
  theirs.forEach((bits, i) => {
    const own = Number(ours[i].scores[0].score)
    if (!(Math.abs(own - bits) <= 1e-9)) throw new Error(`x${i}: ${own} for ${bits}`)
  })
}
