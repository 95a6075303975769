import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { cellKinds, cellsFile } from './files-data.js'

/**
 * @typedef {(verb: 'rank' | 'select' | 'describe', spec: object) => Promise<unknown>} Call a call on a new table of the columns
 * @typedef {{ columns: () => [string, ArrayLike<number>][], run: (call: Call) => Promise<unknown>, before?: (call: Call) => Promise<unknown> }} TableJob
 *   `before` is not timed
 * @typedef {{ file: () => Promise<string> }} ReadJob a file that is read as a table
 * @typedef {TableJob | ReadJob} Job
 */

/** What a selection is without what stands around its search. */
const plain = { evidence: false, asIs: true, stop: 'none' }

/**
 * The jobs of `against` by name.
 * @type {Record<string, Job>}
 */
export const jobs = {
  'anova-f 50,000 × 300': rankJob(50_000, 300, 'anova-f'),
  'anova-f 50,000 × 300, again': againJob(50_000, 300, 'anova-f'),
  'anova-f 200 × 20,000': rankJob(200, 20_000, 'anova-f'),
  'anova-f 200 × 20,000, whole numbers': rankJob(200, 20_000, 'anova-f', wholes),
  'anova-f 200 × 20,000, levels': rankJob(200, 20_000, 'anova-f', levels),
  'anova-f 200 × 20,000, again': againJob(200, 20_000, 'anova-f'),
  'f-regression 50,000 × 300': rankJob(50_000, 300, 'f-regression', numbers),
  'spearman 50,000 × 100': rankJob(50_000, 100, 'spearman', numbers),
  'mutual-information 50,000 × 300': rankJob(50_000, 300, 'mutual-information', levels),
  'ksg 5,000 × 20': rankJob(5000, 20, 'mutual-information:estimator=ksg1', numbers),
  'relieff 1,000 × 200': rankJob(1000, 200, 'relieff'),
  'jmi 10,000 × 2,000, k = 20': selectJob(10_000, 2000, { ...plain, method: 'jmi', k: 20 }, levels),
  'cmim 10,000 × 2,000, k = 20': selectJob(10_000, 2000, { ...plain, method: 'cmim', k: 20 }, levels),
  'jmi 200 × 10,000, k = 20': selectJob(200, 10_000, { ...plain, method: 'jmi', k: 20 }),
  'jmi 200 × 20,000, k = 50': selectJob(200, 20_000, { ...plain, method: 'jmi', k: 50 }),
  'lasso 1,000 × 500': selectJob(
    1000,
    500,
    { ...plain, criterion: 'lasso', search: 'ranking', k: 10 },
    numbers,
  ),
  'cv 1,000 × 50, k = 10': selectJob(
    1000,
    50,
    { ...plain, criterion: 'cv', search: 'forward', k: 10 },
    numbers,
  ),
  'describe 1,000 × 1,000': describeJob(1000, 1000),
  'describe 1,000 × 10,000': describeJob(1000, 10_000),
  'describe 100,000 × 20': describeJob(100_000, 20),
  ...defaultJobs(569, 30),
  ...defaultJobs(1000, 100),
  ...defaultJobs(1000, 1000),
  ...defaultJobs(200, 20_000),
  ...defaultJobs(100_000, 100),
  ...defaultJobs(1_000_000, 20),
  'select 4,000 × 10 by group': selectJob(
    4000,
    10,
    { evidence: false, group: 'patient', drop: ['visit'] },
    visits,
  ),
  'select 4,000 × 10 by time': selectJob(
    4000,
    10,
    { evidence: false, time: 'visit', drop: ['patient'] },
    visits,
  ),
  ...Object.fromEntries(
    cellKinds.map((kind) => [`read ${kind} 300,000 × 10`, { file: () => cellsFile(kind) }]),
  ),
}

/**
 * Numbers with a target of three classes; every ninth column depends on it, every fourth repeats most of the
 * one before.
 * @param {number} rows @param {number} size
 * @returns {[string, ArrayLike<number>][]}
 */
function classes(rows, size) {
  const random = xoroshiro128plus(7)
  const draw = () => uniformFloat64(random)
  const y = Uint8Array.from({ length: rows }, () => uniformInt(random, 0, 2))
  /** @type {Float64Array[]} */
  const made = []
  for (let column = 0; column < size; column++) {
    const before = made[column - 1]
    const share = column % 9 === 0 ? 0.2 + 0.01 * (column % 40) : 0
    made.push(
      Float64Array.from({ length: rows }, (_, row) => {
        if (before && column % 4 === 1) return before[row] + 0.3 * draw()
        return draw() + draw() + share * y[row]
      }),
    )
  }
  return [...made.map((values, i) => /** @type {[string, Float64Array]} */ ([`x${i}`, values])), ['y', y]]
}

/** The same with five levels a column. @type {typeof classes} */
function levels(rows, size) {
  const made = classes(rows, size)
  const cut = (/** @type {ArrayLike<number>} */ values) =>
    Uint8Array.from({ length: rows }, (_, row) => Math.min(4, Math.floor(2 * values[row])))
  return made.map(([name, values]) => [name, name === 'y' ? values : cut(values)])
}

/** The same in whole numbers, of which about a hundred differ. @type {typeof classes} */
function wholes(rows, size) {
  return classes(rows, size).map(([name, values]) => [
    name,
    name === 'y' ? values : Float64Array.from(values, (value) => Math.floor(50 * value)),
  ])
}

/** The same, of patients who came a hundred times each. @type {typeof classes} */
function visits(rows, size) {
  const visit = Float64Array.from({ length: rows }, (_, row) => row)
  return [...classes(rows, size), ['visit', visit], ['patient', visit.map((row) => Math.floor(row / 100))]]
}

/** The same with a target of numbers. @type {typeof classes} */
function numbers(rows, size) {
  const random = xoroshiro128plus(8)
  return classes(rows, size).map(([name, values]) => {
    if (name !== 'y') return [name, values]
    return ['z', Float64Array.from({ length: rows }, (_, row) => values[row] + 2 * uniformFloat64(random))]
  })
}

/** The target of a table. @param {typeof classes} make */
function targetOf(make) {
  return make === numbers ? 'z' : 'y'
}

/** @param {number} rows @param {number} size @param {string} by @returns {TableJob} */
function rankJob(rows, size, by, make = classes) {
  return {
    columns: () => make(rows, size),
    run: (call) => call('rank', { target: targetOf(make), by: [by] }),
  }
}

/**
 * The second call on one table. @param {number} rows @param {number} size @param {string} by @returns {TableJob}
 */
function againJob(rows, size, by) {
  return {
    columns: () => classes(rows, size),
    before: (call) => call('rank', { target: 'y', by: [by] }),
    run: (call) => call('rank', { target: 'y', by: [by] }),
  }
}

/** @param {number} rows @param {number} size @param {object} spec @returns {TableJob} */
function selectJob(rows, size, spec, make = classes) {
  return {
    columns: () => make(rows, size),
    run: (call) => call('select', { target: targetOf(make), ...spec }),
  }
}

/** @param {number} rows @param {number} size @returns {TableJob} */
function describeJob(rows, size) {
  return { columns: () => classes(rows, size), run: (call) => call('describe', { target: 'y' }) }
}

/** The default selection, and what of it is its search. @param {number} rows @param {number} size */
function defaultJobs(rows, size) {
  const shape = `${rows.toLocaleString('en')} × ${size.toLocaleString('en')}`
  return {
    [`select ${shape}`]: selectJob(rows, size, {}),
    [`select ${shape}, k = 10, no evidence`]: selectJob(rows, size, { k: 10, evidence: false }),
  }
}
