import { writeFileSync } from 'node:fs'
import { select } from 'criba'
import { drawn, heldOut, judge, known, tableOf } from './significance-designs.js'
import { code, pathRules } from './significance-paths.js'

/** `node bench/significance.js table.md 100 'noise' 'significance'`: the file, how many seeds, and parts of the names of designs and rules. */
const [path, seeds = '100', designed = '', ruled = ''] = process.argv.slice(2)

/** @typedef {{ hits: number, wrong: number }} Judgement */
/** @typedef {import('./significance-designs.js').Design} Design */

/** The rules of criba: the default, another level, a simpler rule, and the knockoff filter. */
/** @type {Record<string, import('criba').SelectSpec>} */
const rules = {
  significance: { method: 'jmi' },
  'significance:alpha=0.2': { method: 'jmi', stop: 'significance:alpha=0.2' },
  'ranking, fdr:0.05': { criterion: 'chi2', search: 'ranking', cut: 'fdr:0.05' },
  'knockoffs:q=0.2': { method: { method: 'knockoffs', options: { q: 0.2 } } },
}

/** Runs every rule on every design and prints the table as Markdown; also writes it to a path, if given. */
async function study() {
  const lines = [
    '| design | rule | right of | found, mean | one of each found | runs | wrong, mean | runs with any wrong (95 %) |',
    '|---|---|---|---|---|---|---|---|',
  ]
  for (const [name, design] of Object.entries({ ...known, ...heldOut })) {
    for (const rule of [...Object.keys(rules), ...Object.keys(pathRules)]) {
      if (!name.includes(designed) || !rule.includes(ruled) || !fits(rule, design)) continue
      const found = []
      for (let seed = 0; seed < Number(seeds); seed++) {
        found.push(judge(await choose(rule, design, seed), design.right))
      }
      lines.push(lineOf(name, rule, design.right.length, found))
      process.stderr.write(`${lines.at(-1)}\n`)
    }
  }
  const text = `${lines.join('\n')}\n`
  if (path) writeFileSync(path, text)
  process.stdout.write(text)
}

/** Plain searches take too long on thousands of columns; knockoffs need numbers, and fewer columns. @param {string} rule @param {Design} design */
function fits(rule, design) {
  const { columns } = drawn({ ...design, rows: 2 }, 0)
  if (rule in pathRules) return columns.length <= 1000
  return !rule.startsWith('knockoffs') || (columns.length < 1000 && columns.flat().every(Number.isFinite))
}

/** The columns that a rule chooses, by their places. @param {string} rule @param {Design} design @param {number} seed */
async function choose(rule, design, seed) {
  if (rule in pathRules) return pathRules[rule](code(drawn(design, seed)))
  const { selected } = await select(tableOf(design, seed), { target: 'y', seed, ...rules[rule] })
  return selected.map((name) => Number(name.slice(1)))
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

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

/** @param {readonly number[]} values */
function mean(values) {
  return sum(values) / values.length
}

await study()
