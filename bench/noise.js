// How often a selection finds something where there is nothing: columns of every kind beside a target that
// none is related to.
import { writeFileSync } from 'node:fs'
import { select, tableFromColumns } from 'criba'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/**
 * @typedef {{ uniform: () => number, normal: () => number }} Random
 * @typedef {{ rows: number, columns: number, value: (random: Random, column: number) => number | string | null, label: (random: Random) => string | number }} Design
 */

/** Labels with these probabilities. @param {...number} shares @returns {Design['label']} */
const classes =
  (...shares) =>
  ({ uniform }) => {
    let rest = uniform()
    return `c${shares.findIndex((share) => (rest -= share) < 0)}`
  }

/** @param {number} share @returns {Design['value']} */
const ones =
  (share) =>
  ({ uniform }) =>
    uniform() < share ? 1 : 0

/** @type {Design['value']} */
const gaussian = ({ normal }) => normal()
/** Zero in nine of ten rows. @type {Design['value']} */
const inflated = ({ uniform, normal }) => (uniform() < 0.9 ? 0 : normal())
/** @type {Design['value']} */
const skewed = ({ normal }) => Math.exp(2 * normal())
/** Levels of which each is less frequent than the one before. @type {Design['value']} */
const levels = ({ uniform }) => `l${Math.floor(20 * uniform() ** 2)}`
/** @type {Design['value']} */
const gappy = ({ uniform, normal }) => (uniform() < 0.4 ? null : normal())
/** @type {Design['value']} */
const mixed = (random, column) =>
  [gaussian, ones(0.03), inflated, skewed, levels, gappy][column % 6](random, column)

/** @type {Record<string, Design>} */
const designs = {
  'normal, 500 × 150, 3 classes': {
    rows: 500,
    columns: 150,
    value: gaussian,
    label: classes(1 / 3, 1 / 3, 1),
  },
  'normal, 100 × 1,000, 2 classes': { rows: 100, columns: 1000, value: gaussian, label: classes(0.5, 1) },
  'normal, 500 × 150, a class of 5 %': { rows: 500, columns: 150, value: gaussian, label: classes(0.05, 1) },
  'normal, 500 × 150, target of numbers': {
    rows: 500,
    columns: 150,
    value: gaussian,
    label: ({ normal }) => normal(),
  },
  'sparse 1 %, 500 × 1,000, a class of 10 %': {
    rows: 500,
    columns: 1000,
    value: ones(0.01),
    label: classes(0.1, 1),
  },
  'sparse 2 %, 1,000 × 300, a class of 2 %': {
    rows: 1000,
    columns: 300,
    value: ones(0.02),
    label: classes(0.02, 1),
  },
  'sparse 2 %, 500 × 300, 4 classes': {
    rows: 500,
    columns: 300,
    value: ones(0.02),
    label: classes(0.7, 0.2, 0.07, 1),
  },
  '90 % zeros, 500 × 100, a class of 10 %': {
    rows: 500,
    columns: 100,
    value: inflated,
    label: classes(0.1, 1),
  },
  '90 % zeros, 300 × 100, 3 classes': {
    rows: 300,
    columns: 100,
    value: inflated,
    label: classes(0.8, 0.15, 1),
  },
  'skewed, 300 × 100, a class of 20 %': { rows: 300, columns: 100, value: skewed, label: classes(0.2, 1) },
  '20 levels, 300 × 100, 3 classes': { rows: 300, columns: 100, value: levels, label: classes(0.7, 0.2, 1) },
  '20 levels, 300 × 100, a class of 5 %': { rows: 300, columns: 100, value: levels, label: classes(0.05, 1) },
  '40 % missing, 300 × 100, 2 classes': { rows: 300, columns: 100, value: gappy, label: classes(0.5, 1) },
  'mixed, 400 × 120, 3 classes': { rows: 400, columns: 120, value: mixed, label: classes(0.6, 0.3, 1) },
}

/**
 * Rules of significance, with pairs only where columns are few. @type {Record<string,
 * import('criba').SelectSpec & { few?: true }>}
 */
const rules = {
  'jmi, the default': { method: 'jmi' },
  'joint, null=set': { method: 'joint' },
  'joint, null=max': { method: 'joint', stop: 'significance:null=max' },
  'joint:lookahead=2': { criterion: 'joint', search: 'forward:lookahead=2', few: true },
  'jmi, cuts by mdl': { method: 'jmi', discretise: 'mdl' },
  'jmi, cuts by bottleneck': { method: 'jmi', discretise: 'bottleneck' },
}

const runs = Number(process.argv[3] ?? 200)
const only = process.argv[4]

async function study() {
  const lines = ['| design | rule | runs | something chosen (95 %) |', '|---|---|---|---|']
  for (const [name, design] of Object.entries(designs)) {
    for (const [rule, { few, ...spec }] of Object.entries(rules)) {
      if (only && !`${name} ${rule}`.includes(only)) continue
      const columns = few ? Math.min(25, design.columns) : design.columns
      let chosen = 0
      for (let seed = 0; seed < runs; seed++) {
        const table = tableOf({ ...design, columns }, seed)
        const { selected } = await select(table, { target: 'y', seed, asIs: true, ...spec })
        if (selected.length > 0) chosen++
      }
      const [low, high] = wilson(chosen, runs).map((share) => `${Math.round(1000 * share) / 10} %`)
      const size = few ? ` (${columns} columns)` : ''
      lines.push(
        `| ${name} | ${rule}${size} | ${runs} | ${chosen} = ${(100 * chosen) / runs} % (${low} to ${high}) |`,
      )
      process.stderr.write(`${lines.at(-1)}\n`)
    }
  }
  const text = `${lines.join('\n')}\n`
  if (process.argv[2]) writeFileSync(process.argv[2], text)
  process.stdout.write(text)
}

/** @param {Design} design @param {number} seed */
function tableOf({ rows, columns, value, label }, seed) {
  const generator = xoroshiro128plus(seed * 7919 + 17)
  const uniform = () => uniformFloat64(generator)
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  const random = { uniform, normal }
  const y = Array.from({ length: rows }, () => label(random))
  /** @type {[string, readonly (number | string | null)[]][]} */
  const cells = Array.from({ length: columns }, (_, j) => [
    `x${j}`,
    Array.from({ length: rows }, () => value(random, j)),
  ])
  return tableFromColumns([...cells, ['y', y]])
}

/** The interval of a share by Wilson (1927). @param {number} count @param {number} of */
function wilson(count, of, z = 1.96) {
  const p = count / of
  const middle = p + (z * z) / (2 * of)
  const half = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of))
  return [middle - half, middle + half].map((end) => Math.max(0, end) / (1 + (z * z) / of))
}

await study()
