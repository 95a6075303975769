import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { select } from 'criba'
import { cellOf } from './significance-cells.js'
import { heldOut, judge, known, namedColumns, tableOf } from './significance-designs.js'
import { kinds } from './significance-kinds.js'

/**
 * `node bench/significance-peers.js table.md 20 'time' 'default'`: the file, how many seeds, and parts of the
 * names of designs and rules. scikit-learn runs where PYTHON (python3) has it.
 */
const [path, seeds = '20', designed = '', ruled = ''] = process.argv.slice(2)
const python = process.env.PYTHON ?? 'python3'

/** @typedef {import('./significance-designs.js').Design} Design */
/** @typedef {import('./significance-cells.js').Judgement} Judgement */

/**
 * The rules of criba, as specs for a target of numbers or of classes; null where a rule takes no such
 * columns.
 */
/** @type {Record<string, (kind: { isNumbers: boolean, isText: boolean }) => import('criba').SelectSpec | null>} */
const rules = {
  'the default': () => ({}),
  'BH by ranks': ({ isNumbers, isText }) =>
    isText
      ? null
      : { criterion: isNumbers ? 'spearman' : 'kruskal-wallis', search: 'ranking', cut: 'fdr:0.05' },
  boruta: () => ({ method: 'boruta' }),
  lasso: ({ isNumbers }) => ({ method: isNumbers ? 'lasso' : 'sparse-logistic' }),
  knockoffs: ({ isText }) => (isText ? null : { method: 'knockoffs' }),
}
const peers = ['SelectFdr', 'LassoCV']

/**
 * Runs every rule on every design and prints the table as Markdown, a line for each design; also writes it to
 * a path, if given.
 */
async function study() {
  const names = [...Object.keys(rules), ...peers].filter((rule) => rule.includes(ruled))
  const hasPeers = peers.some((peer) => names.includes(peer)) && isInstalled()
  const lines = [`| design | right | ${names.join(' | ')} |`, `|---|---|${names.map(() => '---|').join('')}`]
  for (const [name, design] of Object.entries({ ...known, ...heldOut, ...kinds })) {
    if (!name.includes(designed)) continue
    const ofPeers = hasPeers ? choicesOfPeers(design) : {}
    const cells = []
    for (const rule of names) {
      const found = rule in rules ? await choicesOf(rule, design) : ofPeers[rule]
      const judged = found?.map((chosen) => judge(chosen, design.right))
      cells.push(judged ? cellOf(judged, design.right.length) : '–')
      process.stderr.write(`${name}, ${rule}: ${cells.at(-1)}\n`)
    }
    lines.push(`| ${name} | ${design.right.length} | ${cells.join(' | ')} |`)
  }
  const text = `${lines.join('\n')}\n`
  if (path) writeFileSync(path, text)
  process.stdout.write(text)
}

/**
 * The columns that a rule of criba chooses for each seed; null where it takes no such table. @param {string}
 * rule @param {Design} design
 */
async function choicesOf(rule, design) {
  const chosen = []
  for (let seed = 0; seed < Number(seeds); seed++) {
    const data = namedColumns(design, seed)
    const [, target] = /** @type {(typeof data)[number]} */ (data.at(-1))
    const isText = data
      .slice('by' in design ? 1 : 0, -1)
      .some(([, cells]) => cells.some((cell) => typeof cell === 'string'))
    const spec = rules[rule]({ isNumbers: typeof target[0] === 'number', isText })
    if (!spec) return null
    const by = 'by' in design ? { [design.by]: 'unit' } : {}
    try {
      const { selected } = await select(tableOf(design, seed), {
        target: 'y',
        seed,
        evidence: false,
        ...by,
        ...spec,
      })
      chosen.push(selected.map(placeOf))
    } catch (error) {
      process.stderr.write(`${rule}: ${String(error)}\n`)
      return null
    }
  }
  return chosen
}

/**
 * The columns that the peers choose for each seed, by rule. @param {Design} design @returns {Record<string,
 * number[][]>}
 */
function choicesOfPeers(design) {
  const folder = mkdtempSync(join(tmpdir(), 'criba-study-'))
  try {
    const files = Array.from({ length: Number(seeds) }, (_, seed) => {
      const columns = namedColumns(design, seed).filter(([name]) => name !== 'unit')
      const file = join(folder, `${seed}.csv`)
      const rows = columns[0][1].map((_, row) => columns.map(([, cells]) => cells[row] ?? '').join())
      writeFileSync(file, `${columns.map(([name]) => name).join()}\n${rows.join('\n')}\n`)
      return file
    })
    const script = new URL('peers/significance.py', import.meta.url).pathname
    const { stdout, stderr, status } = spawnSync(python, [script, ...files], {
      encoding: 'utf8',
      maxBuffer: 1e9,
    })
    if (status !== 0) throw new Error(stderr)
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Whether scikit-learn can be imported; if not, the command says so. */
function isInstalled() {
  const { status } = spawnSync(python, ['-c', 'import sklearn'])
  if (status !== 0) process.stderr.write(`${peers.join(', ')}: ${python} has no sklearn (set PYTHON)\n`)
  return status === 0
}

/** @param {string} name */
function placeOf(name) {
  return Number(name.slice(1))
}

await study()
