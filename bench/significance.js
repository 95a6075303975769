import { writeFileSync } from 'node:fs'
import { select } from 'criba'
import { cellOf } from './significance-cells.js'
import { drawn, heldOut, judge, known, tableOf } from './significance-designs.js'
import { code, pathRules } from './significance-paths.js'

/**
 * `node bench/significance.js table.md 100 'noise' 'significance'`: the file, how many seeds, and parts of
 * the names of designs and rules.
 */
const [path, seeds = '100', designed = '', ruled = ''] = process.argv.slice(2)

/** @typedef {import('./significance-designs.js').Design} Design */

/** The rules of criba: the default, a simpler one, and the knockoff filter. */
/** @type {Record<string, import('criba').SelectSpec>} */
const rules = {
  significance: { method: 'jmi' },
  'ranking, fdr:0.05': { criterion: 'chi2', search: 'ranking', cut: 'fdr:0.05' },
  'knockoffs, q = 0.2': { method: { method: 'knockoffs', options: { q: 0.2 } } },
}

/**
 * Runs every rule on every design and prints the table as Markdown, a line for each design; also writes it to
 * a path, if given.
 */
async function study() {
  const names = [...Object.keys(rules), ...Object.keys(pathRules)].filter((rule) => rule.includes(ruled))
  const lines = [`| design | right | ${names.join(' | ')} |`, `|---|---|${names.map(() => '---|').join('')}`]
  for (const [name, design] of Object.entries({ ...known, ...heldOut })) {
    if (!name.includes(designed)) continue
    const cells = []
    for (const rule of names) {
      if (!fits(rule, design)) {
        cells.push('–')
        continue
      }
      const found = []
      for (let seed = 0; seed < Number(seeds); seed++) {
        found.push(judge(await choose(rule, design, seed), design.right))
      }
      cells.push(cellOf(found, design.right.length))
      process.stderr.write(`${name}, ${rule}: ${cells.at(-1)}\n`)
    }
    lines.push(`| ${name} | ${design.right.length} | ${cells.join(' | ')} |`)
  }
  const text = `${lines.join('\n')}\n`
  if (path) writeFileSync(path, text)
  process.stdout.write(text)
}

/**
 * Plain searches take too long on thousands of columns; knockoffs need numbers, and fewer columns. @param
 * {string} rule @param {Design} design
 */
function fits(rule, design) {
  const { columns } = drawn(design, 0)
  if (rule in pathRules) return columns.length <= 1000
  return !rule.startsWith('knockoffs') || (columns.length < 1000 && columns.flat().every(Number.isFinite))
}

/**
 * The columns that a rule chooses, by their places. @param {string} rule @param {Design} design @param
 * {number} seed
 */
async function choose(rule, design, seed) {
  if (rule in pathRules) return pathRules[rule](code(drawn(design, seed)))
  const { selected } = await select(tableOf(design, seed), { target: 'y', seed, ...rules[rule] })
  return selected.map((name) => Number(name.slice(1)))
}

await study()
