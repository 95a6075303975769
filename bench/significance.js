import { writeFileSync } from 'node:fs'
import { select, tableFromColumns } from 'criba'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

const seeds = Number(process.argv[3] ?? 100)

/**
 * Designs with known truth: the numbers of rows and columns, how a row is drawn, and which columns are right. A copy or
 * a member of a group may replace its column, but only one of them.
 */
/** @type {Record<string, Design>} */
const designs = {
  'noise alone, 500 × 150': { rows: 500, noise: 150, draw: () => ({ columns: [], signal: 0 }), right: [] },
  'noise alone, 100 × 1,000': { rows: 100, noise: 1000, draw: () => ({ columns: [], signal: 0 }), right: [] },
  '5 independent, 145 noise, 500 rows': {
    rows: 500,
    noise: 145,
    draw: (normal) => {
      const columns = times(5, normal)
      return { columns, signal: sum(columns) }
    },
    right: times(5, (i) => [i]),
  },
  '5 independent, 145 noise, 150 rows': {
    rows: 150,
    noise: 145,
    draw: (normal) => {
      const columns = times(5, normal)
      return { columns, signal: sum(columns) }
    },
    right: times(5, (i) => [i]),
  },
  '5 with 2 noisy copies each, 135 noise': {
    rows: 500,
    noise: 135,
    draw: (normal) => {
      const columns = times(5, normal)
      const copies = columns.flatMap((value) => times(2, () => value + 0.3 * normal()))
      return { columns: [...columns, ...copies], signal: sum(columns) }
    },
    right: times(5, (i) => [i, 5 + 2 * i, 6 + 2 * i]),
  },
  '4 groups of 6 correlated (ρ = 0.8), 126 noise': {
    rows: 500,
    noise: 126,
    draw: (normal) => {
      const hidden = times(4, normal)
      const columns = hidden.flatMap((value) =>
        times(6, () => Math.sqrt(0.8) * value + Math.sqrt(0.2) * normal()),
      )
      return { columns, signal: sum(hidden) }
    },
    right: times(4, (i) => times(6, (j) => 6 * i + j)),
  },
  '3 additive and a product of 2 more, 145 noise': {
    rows: 500,
    noise: 145,
    draw: (normal) => {
      const columns = times(5, normal)
      const [a, b, c, d, e] = columns
      return { columns, signal: a + b + c + 1.5 * Math.sign(d * e) }
    },
    right: times(5, (i) => [i]),
  },
}

/**
 * @typedef {() => number} Draw
 * @typedef {{ rows: number, noise: number, right: number[][], draw: (normal: Draw) => { columns: number[], signal: number } }} Design
 * @typedef {{ hits: number, wrong: number }} Judgement
 */

/** The rules compared: the default, another level, and a simpler rule. */
/** @type {Record<string, import('criba').SelectSpec>} */
const rules = {
  significance: { method: 'jmi' },
  'significance:alpha=0.2': { method: 'jmi', stop: 'significance:alpha=0.2' },
  'ranking, fdr:0.05': { criterion: 'chi2', search: 'ranking', cut: 'fdr:0.05', types: { '*': 'numeric' } },
}

/** Runs every rule on every design and prints the table as Markdown; also writes it to a path, if given. @param {string | undefined} path */
async function study(path) {
  const lines = [
    '| design | rule | right of | found, mean | one of each found | runs | wrong, mean | runs with any wrong (95 %) |',
    '|---|---|---|---|---|---|---|---|',
  ]
  for (const [name, design] of Object.entries(designs)) {
    for (const [rule, spec] of Object.entries(rules)) {
      const found = []
      for (let seed = 0; seed < seeds; seed++) {
        const { selected } = await select(tableOf(design, seed), { target: 'y', seed, ...spec })
        found.push(judge(selected, design.right))
      }
      lines.push(lineOf(name, rule, design.right.length, found))
      process.stderr.write(`${lines.at(-1)}\n`)
    }
  }
  const text = `${lines.join('\n')}\n`
  if (path) writeFileSync(path, text)
  process.stdout.write(text)
}

/** @param {Design} design @param {number} seed */
function tableOf({ rows, noise, draw }, seed) {
  const random = xoroshiro128plus(seed * 7919 + 1)
  const uniform = () => uniformFloat64(random)
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  const rowsDrawn = times(rows, () => {
    const { columns, signal } = draw(normal)
    return { cells: [...columns, ...times(noise, normal)], value: signal + normal() }
  })
  const columns = rowsDrawn[0].cells.map((_, i) =>
    column(
      `x${i}`,
      rowsDrawn.map(({ cells }) => cells[i]),
    ),
  )
  const sorted = rowsDrawn.map(({ value }) => value).sort((a, b) => a - b)
  const cuts = [1 / 3, 2 / 3].map((share) => sorted[Math.floor(share * rows)])
  const y = rowsDrawn.map(({ value }) => (value < cuts[0] ? 'low' : value < cuts[1] ? 'middle' : 'high'))
  return tableFromColumns([...columns, column('y', y)])
}

/** @param {string} name @param {readonly (number | string)[]} values @returns {[string, readonly (number | string)[]]} */
function column(name, values) {
  return [name, values]
}

/**
 * Counts the right columns of a selection, each group of copies once; the others are wrong.
 * @param {readonly string[]} selected @param {readonly number[][]} right
 */
function judge(selected, right) {
  const numbers = selected.map((name) => Number(name.slice(1)))
  const hits = right.filter((group) => group.some((column) => numbers.includes(column))).length
  return { hits, wrong: numbers.length - hits }
}

/** @param {string} name @param {string} rule @param {number} of @param {readonly Judgement[]} found */
function lineOf(name, rule, of, found) {
  const runs = found.length
  const all = found.filter(({ hits }) => hits === of).length
  const anyWrong = found.filter(({ wrong }) => wrong > 0).length
  const [low, high] = wilson(anyWrong, runs)
  const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`
  const cells = [
    name,
    rule,
    of,
    of === 0 ? '–' : mean(found.map(({ hits }) => hits)).toFixed(2),
    of === 0 ? '–' : percent(all / runs),
    runs,
    mean(found.map(({ wrong }) => wrong)).toFixed(2),
    `${percent(anyWrong / runs)} (${percent(low)} to ${percent(high)})`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** Wilson's interval of a share (1927). @param {number} count @param {number} runs */
function wilson(count, runs, z = 1.96) {
  const p = count / runs
  const middle = p + (z * z) / (2 * runs)
  const half = z * Math.sqrt((p * (1 - p)) / runs + (z * z) / (4 * runs * runs))
  return [middle - half, middle + half].map((end) => end / (1 + (z * z) / runs))
}

/** @template T @param {number} count @param {(i: number) => T} make @returns {T[]} */
function times(count, make) {
  return Array.from({ length: count }, (_, i) => make(i))
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

/** @param {readonly number[]} values */
function mean(values) {
  return sum(values) / values.length
}

await study(process.argv[2])
