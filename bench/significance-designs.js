// Designs of known truth for the study of stops: `significance.js`.
import { tableFromColumns } from 'criba'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/**
 * A design: the number of rows, how the columns and the signal of a row are drawn (noise of standard
 * deviation 1 is added to it), how that becomes the target, and which columns are right. A copy or a member
 * of a group may replace its column, but only one of them.
 *
 * @typedef {{ uniform: () => number, normal: () => number }} Random
 * @typedef {number | string | null} Cell
 * A design whose rows depend on one another makes its whole table instead, with the patient or the time of
 * each row.
 *
 * @typedef {{ rows: number, right: number[][], target?: (values: readonly number[]) => readonly (number | string)[], draw: (random: Random) => { columns: Cell[], signal: number } }} DesignOfRows
 * @typedef {{ rows: number, right: number[][], by: 'group' | 'time', make: (random: Random) => Drawn }} DesignOfTable
 * @typedef {{ columns: Cell[][], y: readonly (number | string)[], units?: readonly (number | string)[] }} Drawn
 * @typedef {DesignOfRows | DesignOfTable} Design
 */

/** Classes of equal size. @param {readonly number[]} values */
function thirds(values) {
  return cutAt(values, [1 / 3, 2 / 3], ['low', 'middle', 'high'])
}

/** @param {readonly number[]} values @param {readonly number[]} shares @param {readonly string[]} names */
function cutAt(values, shares, names) {
  const sorted = values.toSorted((a, b) => a - b)
  const cuts = shares.map((share) => sorted[Math.floor(share * values.length)])
  return values.map((value) => names[cuts.filter((cut) => value >= cut).length])
}

/**
 * Independent columns whose sum is the signal, and noise. @param {number} right @param {number} noise
 * @returns {DesignOfRows['draw']}
 */
const additive =
  (right, noise) =>
  ({ normal }) => {
    const columns = times(right, normal)
    return { columns: [...columns, ...times(noise, normal)], signal: sum(columns) }
  }

/** @param {number} noise @returns {DesignOfRows['draw']} */
const pure =
  (noise) =>
  ({ normal }) => ({ columns: times(noise, normal), signal: 0 })

/** @type {Record<string, Design>} */
export const known = {
  'noise alone, 500 × 150': { rows: 500, draw: pure(150), right: [] },
  'noise alone, 100 × 1,000': { rows: 100, draw: pure(1000), right: [] },
  '5 independent, 145 noise, 500 rows': { rows: 500, draw: additive(5, 145), right: times(5, (i) => [i]) },
  '5 independent, 145 noise, 150 rows': { rows: 150, draw: additive(5, 145), right: times(5, (i) => [i]) },
  '5 with 2 noisy copies each, 135 noise': {
    rows: 500,
    draw: ({ normal }) => {
      const columns = times(5, normal)
      const copies = columns.flatMap((value) => times(2, () => value + 0.3 * normal()))
      return { columns: [...columns, ...copies, ...times(135, normal)], signal: sum(columns) }
    },
    right: times(5, (i) => [i, 5 + 2 * i, 6 + 2 * i]),
  },
  '4 groups of 6 correlated (ρ = 0.8), 126 noise': {
    rows: 500,
    draw: ({ normal }) => {
      const hidden = times(4, normal)
      const columns = hidden.flatMap((value) =>
        times(6, () => Math.sqrt(0.8) * value + Math.sqrt(0.2) * normal()),
      )
      return { columns: [...columns, ...times(126, normal)], signal: sum(hidden) }
    },
    right: times(4, (i) => times(6, (j) => 6 * i + j)),
  },
  '3 additive and a product of 2 more, 145 noise': {
    rows: 500,
    draw: ({ normal }) => {
      const columns = times(5, normal)
      const [a, b, c, d, e] = columns
      return { columns: [...columns, ...times(145, normal)], signal: a + b + c + 1.5 * Math.sign(d * e) }
    },
    right: times(5, (i) => [i]),
  },
}

/** Designs that no rule was chosen by. @type {Record<string, Design>} */
export const heldOut = {
  'mixed types: 5 right, 120 noise, 400 rows': {
    rows: 400,
    draw: ({ uniform, normal }) => {
      const effects = [-1.5, 0.5, -0.5, 1.5]
      const [level, skewed, whole, number] = [Math.floor(4 * uniform()), normal(), uniform(), normal()]
      const many = Math.floor(12 * uniform() ** 2)
      const right = [`c${level}`, Math.exp(2 * skewed), Math.floor(6 * whole), number, `m${many}`]
      const noise = times(120, (i) => {
        if (i % 4 === 0) return `l${Math.floor((2 + (i % 18)) * uniform() ** 2)}`
        if (i % 4 === 1) return uniform() < 0.9 ? 0 : normal()
        return i % 4 === 2 ? Math.exp(2 * normal()) : normal()
      })
      const gaps = [...right, ...noise].map((cell) => (uniform() < 0.1 ? null : cell))
      return {
        columns: gaps,
        signal: effects[level] + skewed + Math.sqrt(12) * (whole - 0.5) + number + (many % 2 ? 1 : -1),
      }
    },
    right: times(5, (i) => [i]),
  },
  'a class of 10 %: 5 independent, 145 noise, 500 rows': {
    rows: 500,
    draw: additive(5, 145),
    target: (values) => cutAt(values, [0.9], ['no', 'yes']),
    right: times(5, (i) => [i]),
  },
  'target of numbers: 5 independent, 145 noise, 200 rows': {
    rows: 200,
    draw: additive(5, 145),
    target: (values) => values,
    right: times(5, (i) => [i]),
  },
  '20,000 columns: 5 independent, 200 rows, 2 classes': {
    rows: 200,
    draw: additive(5, 19_995),
    target: (values) => cutAt(values, [0.5], ['no', 'yes']),
    right: times(5, (i) => [i]),
  },
  'interactions: 2 with effects, 2 that change them, 146 noise, 500 rows': {
    rows: 500,
    draw: ({ normal }) => {
      const columns = times(4, normal)
      const [a, b, c, d] = columns
      return {
        columns: [...columns, ...times(146, normal)],
        signal: 1.5 * a + 1.5 * b + 1.5 * a * Math.sign(c) + 1.5 * b * Math.sign(d),
      }
    },
    right: times(4, (i) => [i]),
  },
}

/**
 * A table of a design; the names of its columns are x0, x1, …, that of the target is y, and of what its rows
 * depend by `unit`. @param {Design} design @param {number} seed
 */
export function tableOf(design, seed) {
  return tableFromColumns(namedColumns(design, seed))
}

/** @param {Design} design @param {number} seed @returns {[string, readonly Cell[]][]} */
export function namedColumns(design, seed) {
  const { columns, y, units } = drawn(design, seed)
  /** @type {[string, readonly Cell[]][]} */
  const named = columns.map((cells, i) => [`x${i}`, cells])
  return [...(units ? [/** @type {[string, readonly Cell[]]} */ (['unit', units])] : []), ...named, ['y', y]]
}

/** The columns and the target of a design. @param {Design} design @param {number} seed @returns {Drawn} */
export function drawn(design, seed) {
  const random = xoroshiro128plus(seed * 7919 + 1)
  const uniform = () => uniformFloat64(random)
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  if ('make' in design) return design.make({ uniform, normal })
  const { rows, draw, target = thirds } = design
  const all = times(rows, () => {
    const { columns, signal } = draw({ uniform, normal })
    return { columns, value: signal + normal() }
  })
  return {
    columns: all[0].columns.map((_, i) => all.map(({ columns }) => columns[i])),
    y: target(all.map(({ value }) => value)),
  }
}

/**
 * Counts the right columns of a selection, each group of copies once; the others are wrong.
 * @param {readonly number[]} selected @param {readonly number[][]} right
 */
export function judge(selected, right) {
  const hits = right.filter((group) => group.some((column) => selected.includes(column))).length
  return { hits, wrong: selected.length - hits }
}

/** @template T @param {number} count @param {(i: number) => T} make @returns {T[]} */
export function times(count, make) {
  return Array.from({ length: count }, (_, i) => make(i))
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}
