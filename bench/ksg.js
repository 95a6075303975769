import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { digammas } from '../dist/src/kernel/margins-digamma.js'
import { marginsJob, marginsTasks, mergeMargins } from '../dist/src/kernel/margins-job.js'
import { runBatch } from '../dist/src/kernel/pool.js'
import { shown, time } from './timing.js'

const rows = 10_000
const features = 20
const k = 3
const threads = 2
const psi = digammas(rows)
const peer = fileURLToPath(new URL('peers/mutual_information.py', import.meta.url))

/** Mutual information of 20 columns with a target of numbers and one of three classes, beside scikit-learn. */
export async function benchKsg() {
  const { columns, number, classes } = draw()
  const folder = mkdtempSync(join(tmpdir(), 'criba-bench-'))
  const file = join(folder, 'data.f64')
  try {
    const results = []
    for (const [method, target] of /** @type {const} */ ([
      ['regression', number],
      ['classif', classes],
    ])) {
      writeFileSync(file, '')
      for (const values of [...columns, target]) writeFileSync(file, values, { flag: 'a' })
      const theirs = runPeer(method, file)
      if (theirs) {
        const seen = readColumns(`${file}.seen`)
        compare(await informationOf(seen.slice(0, features), seen[features], method), theirs.scores)
      }
      const ours = await time(() => informationOf(columns, target, method))
      results.push({ work: `mutual_info_${method}, ${rows} × ${features}`, ours, theirs })
    }
    return results.map(({ work, ours, theirs }) => ({
      work,
      criba: shown(ours.median),
      'first call': shown(ours.cold),
      'scikit-learn': theirs ? shown(theirs.median) : 'not installed',
      ratio: theirs ? `÷ ${(theirs.median / ours.median).toFixed(1)}` : '',
    }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Columns that share more and more with the target, of three shapes; one has three levels, one is a copy. */
function draw() {
  const random = xoroshiro128plus(1)
  const uniform = () => uniformFloat64(random)
  const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, x) => sum + x, -6)
  const number = shared(() => normal())
  const columns = Array.from({ length: features }, (_, i) => {
    const weight = i / features
    return shared((row) => {
      const y = number[row]
      if (i % 3 === 0) return weight * y + normal()
      return i % 3 === 1 ? weight * y * y + normal() : (uniform() < 0.5 ? -3 : 3) + weight * y + normal()
    })
  })
  columns[1] = shared(() => Math.floor(3 * uniform()))
  columns[2] = shared((row) => columns[0][row])
  const classes = shared((row) => Math.min(2, Math.max(0, Math.round(number[row] + 1))))
  return { columns, number, classes }
}

/** @param {(row: number) => number} value */
function shared(value) {
  const values = new Float64Array(new SharedArrayBuffer(rows * 8))
  for (let row = 0; row < rows; row++) values[row] = value(row)
  return values
}

/**
 * By the first rule of Kraskov, Stögbauer and Grassberger, or by Ross' for classes; what is negative counts as 0.
 * @param {readonly Float64Array[]} columns
 * @param {Float64Array} target
 * @param {'regression' | 'classif'} method
 * @returns {Promise<number[]>}
 */
async function informationOf(columns, target, method) {
  const places = Uint32Array.from(columns, (_, i) => i)
  const given = {
    rows,
    columns: method === 'regression' ? [...columns, target] : columns,
    sets: { columns: places, ends: places.map((i) => i + 1) },
    k,
    digamma: psi,
    wanted:
      method === 'regression'
        ? /** @type {const} */ ({ of: 'margins', with: [features], rule: 1 })
        : /** @type {const} */ ({ of: 'levels', levels: Uint32Array.from(target), count: 3 }),
  }
  const { tasks, cost } = marginsTasks(given)
  const parts = await runBatch({ job: marginsJob, given, tasks, count: tasks.length, cost }, { threads })
  const { n, digammas: sums } = mergeMargins(given, tasks, parts)
  const most = method === 'regression' ? psi[k] + psi[n] : psi[n]
  return Array.from(sums, (sum) => Math.max(0, most - sum / n))
}

/** @param {string} file */
function readColumns(file) {
  const bytes = readFileSync(file)
  return Array.from({ length: features + 1 }, (_, i) =>
    shared((row) => bytes.readDoubleLE((i * rows + row) * 8)),
  )
}

/**
 * @param {string} method
 * @param {string} file
 * @returns {{ cold: number, median: number, scores: number[] } | null}
 */
function runPeer(method, file) {
  for (const python of ['/usr/bin/python3', 'python3', 'python']) {
    const { status, stdout } = spawnSync(python, [peer, method, String(rows), String(features), file])
    if (status === 0) return JSON.parse(stdout.toString())
  }
  return null
}

/**
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs
 */
function compare(ours, theirs) {
  theirs.forEach((score, i) => {
    if (!(Math.abs(ours[i] - score) <= 1e-9)) throw new Error(`column ${i} differs: ${ours[i]} for ${score}`)
  })
}
