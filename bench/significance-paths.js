// Stops that criba does not have, on a plain forward search by JMI, for the study `significance.js`. Columns
// of numbers are cut as criba cuts them; every p-value is that of the χ² distribution (`chiSquareGainTail`)
// of the least I(X_c;Y|X_j), or of I(X_c;Y) at first.
import { chiSquareGainTail } from '../dist/src/analyses/null-distributions/gain-law.js'
import { informationOf, strataOf } from '../dist/src/methods/measures/strata.js'

/** @typedef {{ codes: Int32Array, levels: number }} Levels */

const alpha = 0.05
/** Paths end after so many columns. */
const longest = 25

/**
 * The rules, as functions of the table to the columns chosen. @type {Record<string, (data: Coded) => readonly
 * number[]>}
 */
export const pathRules = {
  'α / (candidates left), the rule before': (data) => walk(data, (p, { left }) => p <= alpha / left),
  'Benjamini–Hochberg among the candidates': (data) =>
    walk(data, (p, { all, left }) => {
      const sorted = all().toSorted((a, b) => a - b)
      const last = sorted.findLastIndex((one, i) => one <= (alpha * (i + 1)) / left)
      return last >= 0 && p <= sorted[last]
    }),
  ForwardStop: (data) => cutPath(data, (p) => -Math.log(1 - Math.min(p, 1 - 1e-12))),
  'accumulation test, HingeExp': (data) =>
    cutPath(data, (p) => (p > 0.5 ? 2 * Math.log(1 / (2 * (1 - Math.min(p, 1 - 1e-12)))) : 0)),
}

/** @typedef {{ columns: readonly Levels[], target: Levels }} Coded */

/**
 * Codes columns as levels: numbers in as many bins of equal size as leave 5 rows a cell. @param {{ columns:
 * readonly (readonly (number | string | null)[])[], y: readonly (number | string)[] }} data @returns {Coded}
 */
export function code({ columns, y }) {
  const isNumber = y.every((value) => typeof value === 'number')
  const n = y.length
  const classes = isNumber ? 0 : new Set(y).size
  const wide = isNumber ? Math.cbrt(n / 5) : Math.sqrt(n / 5 / classes)
  const bins = Math.min(10, Math.max(2, Math.floor(wide)))
  return { columns: columns.map((cells) => levelsOf(cells, bins)), target: levelsOf(y, bins) }
}

/**
 * A missing value is a level. @param {readonly (number | string | null)[]} cells @param {number} bins
 * @returns {Levels}
 */
function levelsOf(cells, bins) {
  const present = cells.filter((cell) => cell !== null)
  /** @type {(cell: number | string) => number} */
  let place
  let levels
  if (present.every((cell) => typeof cell === 'number')) {
    const sorted = Float64Array.from(present).sort()
    const cuts = [
      ...new Set(
        Array.from({ length: bins - 1 }, (_, j) => sorted[Math.ceil(((j + 1) * sorted.length) / bins) - 1]),
      ),
    ]
    place = (cell) => cuts.filter((cut) => cut < Number(cell)).length
    levels = cuts.length + 1
  } else {
    const names = [...new Set(present)]
    place = (cell) => names.indexOf(cell)
    levels = names.length
  }
  return {
    codes: Int32Array.from(cells, (cell) => (cell === null ? levels : place(cell))),
    levels: levels + 1,
  }
}

/** @param {Levels} z @param {Levels} x @param {Levels} y */
function strata(z, x, y) {
  const cells = new Float64Array(z.levels * x.levels * y.levels)
  for (let row = 0; row < x.codes.length; row++) {
    cells[(z.codes[row] * x.levels + x.codes[row]) * y.levels + y.codes[row]]++
  }
  const levels = [z, x, y].map((one) => Array.from({ length: one.levels }, (_, level) => level))
  return strataOf({ levels, cells })
}

/**
 * The search: `joins` decides about the best candidate, from its p-value, those of all candidates, and how
 * many are left. One that does not join is set aside; 3·√d failures in a row end it.
 * @param {Coded} data @param {(p: number, step: { all: () => number[], left: number }) => boolean} joins
 */
function walk({ columns, target }, joins) {
  const d = columns.length
  const one = { codes: new Int32Array(target.codes.length), levels: 1 }
  const information = columns.map((x) => informationOf(strata(one, x, target)))
  const scores = Float64Array.from(information)
  const pairs = new Float64Array(d)
  /** @type {number[]} */
  const selected = []
  const open = new Set(columns.keys())
  const pOf = (/** @type {number} */ candidate) => {
    const tables = (selected.length > 0 ? selected.map((j) => columns[j]) : [one]).map((z) =>
      strata(z, columns[candidate], target),
    )
    return chiSquareGainTail(tables.reduce((a, b) => (informationOf(b) < informationOf(a) ? b : a)))
  }
  let failed = 0
  while (open.size > 0 && failed < 3 * Math.sqrt(d) && selected.length < longest) {
    const best = [...open].reduce((a, b) => (scores[b] > scores[a] + 1e-9 ? b : a))
    open.delete(best)
    const step = { all: () => [...open, best].map(pOf), left: d - selected.length }
    if (!joins(pOf(best), step)) {
      failed++
      continue
    }
    failed = 0
    selected.push(best)
    for (const candidate of open) {
      // I(X_k,X_j;Y) less what is the same for all candidates.
      pairs[candidate] += informationOf(strata(columns[best], columns[candidate], target)) + information[best]
      scores[candidate] = pairs[candidate] / selected.length
    }
  }
  return selected
}

/**
 * The longest path whose mean of h(p) is at most α: p of a step is that of the best of the candidates left, 1
 * − (1 − p)^left.
 * @param {Coded} data @param {(p: number) => number} h
 */
function cutPath(data, h) {
  /** @type {number[]} */
  const found = []
  const path = walk(data, (p, { left }) => {
    found.push(1 - (1 - p) ** left)
    return true
  })
  let [sum, end] = [0, 0]
  found.forEach((p, i) => {
    sum += h(p)
    if (sum / (i + 1) <= alpha) end = i + 1
  })
  return path.slice(0, end)
}
