import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { digammas } from '../dist/src/memory/neighbours/ksg-input.js'
import { ksgJob, ksgTasks, mergeKsg } from '../dist/src/memory/neighbours/ksg-job.js'
import { runBatch } from '../dist/src/memory/threads/pool.js'
import { formatComparison, columnOf, inFolder, runPeer, writeColumns } from './peer.js'
import { time } from './timing.js'

const rows = 10_000
const features = 20
const k = 3
const threads = 2
const psi = digammas(rows)
/** The column of three levels. */
const ofLevels = 1

/**
 * Mutual information of 20 columns with a numeric target and one of three classes, compared with
 * scikit-learn.
 */
export async function benchKsg() {
  const { columns, number, classes } = draw()
  return inFolder(async (folder) => {
    const file = join(folder, 'data.f64')
    const results = []
    for (const [method, target] of /** @type {const} */ ([
      ['regression', number],
      ['classif', classes],
    ])) {
      writeColumns(file, [...columns, target])
      const theirs = runPeer('mutual_information.py', [method, rows, features, file])
      if (theirs) {
        const scaled = readColumns(`${file}.scaled`)
        const ours = await informationOf(scaled.slice(0, features), scaled[features], method)
        // Within a class the three levels differ by scikit-learn's noise alone, by distances of which some
        // are equal but for rounding: these count as tied here.
        compare(ours, theirs.scores, method === 'classif' ? [ofLevels] : [])
      }
      const ours = await time(() => informationOf(columns, target, method))
      results.push(
        formatComparison(`mutual_info_${method}, ${rows} × ${features}`, ours, 'scikit-learn', theirs),
      )
    }
    return results
  })
}

/** Columns that depend more and more on the target, of three shapes; one has three levels, one is a copy. */
function draw() {
  const random = xoroshiro128plus(1)
  const uniform = () => uniformFloat64(random)
  const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, x) => sum + x, -6)
  const number = columnOf(rows, () => normal())
  const columns = Array.from({ length: features }, (_, i) => {
    const weight = i / features
    return columnOf(rows, (row) => {
      const y = number[row]
      if (i % 3 === 0) return weight * y + normal()
      return i % 3 === 1 ? weight * y * y + normal() : (uniform() < 0.5 ? -3 : 3) + weight * y + normal()
    })
  })
  columns[ofLevels] = columnOf(rows, () => Math.floor(3 * uniform()))
  columns[2] = columnOf(rows, (row) => columns[0][row])
  const classes = columnOf(rows, (row) => Math.min(2, Math.max(0, Math.round(number[row] + 1))))
  return { columns, number, classes }
}

/**
 * By the first rule of Kraskov, Stögbauer and Grassberger, or by the rule of Ross for classes; negative
 * values count as 0.
 * @param {readonly Float64Array[]} columns
 * @param {Float64Array} target
 * @param {'regression' | 'classif'} method
 * @returns {Promise<number[]>}
 */
async function informationOf(columns, target, method) {
  const places = Uint32Array.from(columns, (_, i) => i)
  const input = {
    rows,
    columns: method === 'regression' ? [...columns, target] : columns,
    origins: new Float64Array(columns.length + 1),
    sets: { columns: places, ends: places.map((i) => i + 1) },
    k,
    digamma: psi,
    wanted:
      method === 'regression'
        ? /** @type {const} */ ({ of: 'ksg', with: [features], rule: 1 })
        : /** @type {const} */ ({ of: 'levels', levels: Uint32Array.from(target), count: 3 }),
  }
  const { tasks, cost } = ksgTasks(input)
  const parts = await runBatch({ job: ksgJob, input, tasks, count: tasks.length, cost }, { threads })
  const { n, digammas: sums } = mergeKsg(input, tasks, parts)
  const offset = method === 'regression' ? psi[k] + psi[n] : psi[n]
  return Array.from(sums, (sum) => Math.max(0, offset - sum / n))
}

/** @param {string} file */
function readColumns(file) {
  const bytes = readFileSync(file)
  return Array.from({ length: features + 1 }, (_, i) =>
    columnOf(rows, (row) => bytes.readDoubleLE((i * rows + row) * 8)),
  )
}

/**
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs
 * @param {readonly number[]} besides columns that are not compared
 */
function compare(ours, theirs, besides) {
  theirs.forEach((score, i) => {
    if (besides.includes(i)) return
    if (!(Math.abs(ours[i] - score) <= 1e-9)) throw new Error(`column ${i} differs: ${ours[i]} for ${score}`)
  })
}
