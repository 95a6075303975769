// Designs of known truth for the study of stops, one for each kind of data: counts, blocks, variances, heavy
// tails, and so on.
import { times } from './significance-designs.js'

/** @typedef {import('./significance-designs.js').Random} Random */
/** @typedef {import('./significance-designs.js').Cell} Cell */
/** @typedef {import('./significance-designs.js').Design} Design */

const single = (/** @type {number} */ count) => times(count, (i) => [i])
const sides = (/** @type {readonly number[]} */ values) => values.map((value) => (value > 0 ? 'yes' : 'no'))
/** A signal so large that no noise changes the class. */
const certain = (/** @type {boolean} */ isYes) => (isYes ? 100 : -100)

/** @type {Record<string, Design>} */
export const kinds = {
  'counts as in RNA-seq: 20 of 2,000 changed 2-fold, 60 rows': counts(2),
  'counts as in RNA-seq: 20 of 2,000 changed 3-fold, 60 rows': counts(3),
  'blocks: 12 of 10 columns (ρ = 0.8 to the next), 5 with an effect, 300 rows': {
    rows: 300,
    draw: ({ normal }) => {
      const blocks = times(12, () => {
        let last = normal()
        return times(10, () => (last = 0.8 * last + 0.6 * normal()))
      })
      return { columns: blocks.flat(), signal: blocks.slice(0, 5).reduce((sum, block) => sum + block[4], 0) }
    },
    right: times(5, (i) => times(10, (j) => 10 * i + j)),
  },
  'variances: 4 differ by a factor of 2.5 in deviation, 96 noise, 300 rows': {
    rows: 300,
    draw: ({ uniform, normal }) => {
      const isYes = uniform() < 0.5
      return { columns: times(100, (i) => normal() * (isYes && i < 4 ? 2.5 : 1)), signal: certain(isYes) }
    },
    target: sides,
    right: single(4),
  },
  'heavy tails: 5 of t2 and Cauchy shifted by 1, 95 noise, 200 rows': {
    rows: 200,
    draw: ({ uniform, normal }) => {
      const isYes = uniform() < 0.5
      const columns = times(100, (i) => {
        const tail = i % 2 ? normal() / normal() : normal() / Math.sqrt(-Math.log(1 - uniform()))
        return tail + (isYes && i < 5 ? 1 : 0)
      })
      return { columns, signal: certain(isYes) }
    },
    target: sides,
    right: single(5),
  },
  'answers of 5 levels: 5 right, 55 noise, 250 rows': {
    rows: 250,
    draw: ({ normal }) => {
      const answers = times(60, (i) => Math.max(1, Math.min(5, Math.round(3 + (i % 3) / 3 + normal()))))
      return { columns: answers, signal: answers.slice(0, 5).reduce((sum, value) => sum + value - 3.3, 0) }
    },
    target: sides,
    right: single(5),
  },
  'a class of 2 %: 5 shifted by 1, 95 noise, 2,000 rows': {
    rows: 2000,
    draw: ({ uniform, normal }) => {
      const isYes = uniform() < 0.02
      return {
        columns: times(100, (i) => normal() + (isYes && i < 5 ? 1 : 0)),
        signal: certain(isYes),
      }
    },
    target: sides,
    right: single(5),
  },
  'categories of 3 to 50 levels: 4 right, 56 noise, 600 rows': {
    rows: 600,
    draw: ({ uniform, normal }) => {
      const sizes = [3, 8, 20, 50]
      const levels = times(60, (i) => Math.floor(sizes[i % 4] * uniform()))
      // An effect of each level, from −1.5 to 1.5, in no order of their names.
      const effects = levels
        .slice(0, 4)
        .map((level, i) => (3 * ((level * 7) % sizes[i])) / (sizes[i] - 1) - 1.5)
      return {
        columns: levels.map((level) => `c${level}`),
        signal: effects.reduce((sum, one) => sum + one, 0.2 * normal()),
      }
    },
    right: single(4),
  },
  'a fifth of the labels flipped: 5 right, 95 noise, 400 rows': {
    rows: 400,
    draw: ({ uniform, normal }) => {
      const columns = times(100, normal)
      const isYes = columns.slice(0, 5).reduce((sum, value) => sum + value, 0) > 0
      return { columns, signal: certain(uniform() < 0.2 ? !isYes : isYes) }
    },
    target: sides,
    right: single(5),
  },
  'large values missing (60 %): 5 right, 95 noise, 300 rows': {
    rows: 300,
    draw: ({ uniform, normal }) => {
      const values = times(100, normal)
      const columns = values.map((value) => (value > 0.5 && uniform() < 0.6 ? null : value))
      return { columns, signal: values.slice(0, 5).reduce((sum, value) => sum + value, 0) }
    },
    right: single(5),
  },
  'time: 3 right, 27 noise, series of correlation 0.8, 300 rows': {
    rows: 300,
    by: 'time',
    make: (random) => {
      const series = times(31, () => seriesOf(random, 300, 0.8))
      const values = series[30].map((rest, row) => rest + series[0][row] + series[1][row] + series[2][row])
      return { columns: series.slice(0, 30), y: values, units: times(300, (row) => row) }
    },
    right: single(3),
  },
  'time, noise alone: 30 series of correlation 0.95, 300 rows': {
    rows: 300,
    by: 'time',
    make: (random) => ({
      columns: times(30, () => seriesOf(random, 300, 0.95)),
      y: seriesOf(random, 300, 0.95),
      units: times(300, (row) => row),
    }),
    right: [],
  },
  'repeated measures: 60 patients × 6 rows, 3 right, 27 noise': {
    rows: 360,
    by: 'group',
    make: (random) => patients(random, 3),
    right: single(3),
  },
  'repeated measures, noise alone: 60 patients × 6 rows, 30 columns': {
    rows: 360,
    by: 'group',
    make: (random) => patients(random, 0),
    right: [],
  },
}

/**
 * Over-dispersed counts of 60 rows in two classes: 20 of 2,000 columns change by a factor. @param {number}
 * factor @returns {Design}
 */
function counts(factor) {
  return {
    rows: 60,
    draw: (random) => {
      const isYes = random.uniform() < 0.5
      const columns = times(2000, (i) => {
        const change = i % 2 ? factor : 1 / factor
        return count(random, 5 * 3 ** (i % 5) * (isYes && i < 20 ? change : 1) * gamma(random, 4))
      })
      return { columns, signal: certain(isYes) }
    },
    target: sides,
    right: single(20),
  }
}

/**
 * Columns of 60 patients with an intraclass correlation of 0.8, and a class of each patient. @param {Random}
 * random @param {number} right
 */
function patients({ normal }, right) {
  const means = times(30, () => times(60, normal))
  const rest = times(60, normal)
  const scores = rest.map((one, who) => means.slice(0, right).reduce((sum, of) => sum + of[who], one))
  const who = times(360, (row) => Math.floor(row / 6))
  return {
    columns: means.map((of) => who.map((one) => Math.sqrt(0.8) * of[one] + Math.sqrt(0.2) * normal())),
    y: sides(who.map((one) => scores[one])),
    units: who.map((one) => `p${one}`),
  }
}

/**
 * A stationary series of order one. @param {Random} random @param {number} rows @param {number} correlation
 */
function seriesOf({ normal }, rows, correlation) {
  let value = normal()
  return times(rows, () => {
    const last = value
    value = correlation * value + Math.sqrt(1 - correlation ** 2) * normal()
    return last
  })
}

/** A Gamma number of mean 1 and a whole shape. @param {Random} random @param {number} shape */
function gamma({ uniform }, shape) {
  return times(shape, () => -Math.log(1 - uniform())).reduce((sum, one) => sum + one, 0) / shape
}

/**
 * A Poisson number: by its definition, or nearly, by the normal distribution, where it is large. @param
 * {Random} random @param {number} mean
 */
function count({ uniform, normal }, mean) {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
  let [events, time] = [-1, 0]
  while (time <= mean) {
    time -= Math.log(1 - uniform())
    events++
  }
  return events
}
