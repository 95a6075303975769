import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { rank, select, tableFromColumns, version } from 'criba'
import { generate } from 'criba/experiments'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { designs, factsOf, orders, selections, valuesOf } from './truth-designs.js'
import { figureOf } from './truth-figure.js'
import { spanishTablesOf, tablesOf, withTables } from './truth-tables.js'

/** @typedef {import('./truth-tables.js').Cell} Cell */
/** @typedef {import('./truth-designs.js').Design} Design */
/** @typedef {import('criba').TableTruth} Truth */

/** Processes that share the tables among them. */
const processes = 2

const pathOf = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url))
/** A file of the cells of a study that did not end, one a line: the next run does not repeat them. */
const unfinished = 'truth.jsonl'

/**
 * Which method finds the right columns on which table: `npm run study -- truth`. Writes truth.json beside
 * this file, the figures and the tables of docs/which-method.md, and those of its translation. A study that
 * was interrupted goes on where it was. `npm run study -- truth 5` takes at most 5 seeds, and prints the
 * tables instead; with `--folder` it keeps there what is done, and with `--designs 2` it has the first two
 * kinds of tables.
 *
 * @param {readonly string[]} args
 */
export async function studyTruth(args) {
  const start = performance.now()
  const {
    positionals: [most],
    values,
  } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { folder: { type: 'string' }, designs: { type: 'string' } },
  })
  const folder = values.folder ?? (most === undefined ? pathOf('.') : null)
  if (folder !== null) mkdirSync(folder, { recursive: true })
  const kept = folder && join(folder, unfinished)
  const done = kept ? cellsOf(kept) : []
  const asked = { most: most ?? 'Infinity', designs: values.designs ?? 'Infinity', kept }
  const parts = await Promise.all(Array.from({ length: processes }, (_, part) => runPart(part, asked, done)))
  const found = [...done, ...parts.flat()]
  const cells = designs.flatMap(({ name }) => inOrder(found.filter(({ design }) => design === name)))
  const study = { criba: version, cells }
  process.stderr.write(`${Math.round((performance.now() - start) / 1000)} s\n`)
  if (most !== undefined) {
    process.stdout.write(tablesOf(study))
    return
  }
  const json = pathOf('truth.json')
  writeFileSync(json, await format(JSON.stringify(study), { ...(await resolveConfig(json)), filepath: json }))
  writeFileSync(pathOf('../docs/which-method-orders.svg'), `${figureOf(study, 'order')}\n`)
  writeFileSync(pathOf('../docs/which-method-selections.svg'), `${figureOf(study, 'selection')}\n`)
  for (const [name, tables] of /** @type {const} */ ([
    ['../docs/which-method.md', tablesOf],
    ['../docs/es/which-method.md', spanishTablesOf],
  ])) {
    const page = pathOf(name)
    writeFileSync(page, withTables(readFileSync(page, 'utf8'), study, tables))
  }
  if (kept) rmSync(kept, { force: true })
}

/** The cells of a table in the order of the methods. @param {readonly Cell[]} cells */
function inOrder(cells) {
  return /** @type {const} */ (['order', 'selection']).flatMap((kind) =>
    Object.keys(methodsOf(kind)).flatMap((method) =>
      cells.filter((cell) => cell.kind === kind && cell.method === method),
    ),
  )
}

/** The cells in a file; what was cut while it was written is not one. @param {string} path @returns {Cell[]} */
function cellsOf(path) {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
  // The next cell begins a line of its own.
  if (lines.length > 0) writeFileSync(path, `${lines.join('\n')}\n`)
  return lines.map((line) => JSON.parse(line))
}

/**
 * The cells of a part of the tables, from a process of its own. @param {number} part @param {{ most: string,
 * designs: string, kept: string | null }} asked @param {readonly Cell[]} done @returns {Promise<Cell[]>}
 */
function runPart(part, { most, designs, kept }, done) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [String(part), most, designs])
    /** @type {Cell[]} */
    const cells = []
    child.send(done.map(keyOf))
    child.on('message', (/** @type {Cell} */ cell) => {
      cells.push(cell)
      if (kept) appendFileSync(kept, `${JSON.stringify(cell)}\n`)
      process.stderr.write(`${cell.design}: ${cell.kind} ${cell.method}, ${Math.round(100 * cell.right)} %\n`)
    })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve(cells) : reject(new Error(`part ${part} failed`))))
  })
}

/** @param {Pick<Cell, 'design' | 'kind' | 'method'>} cell */
function keyOf({ design, kind, method }) {
  return [design, kind, method].join(' | ')
}

/**
 * Sends the cells of every second table that are not done. @param {number} part @param {number} most @param
 * {number} first how many tables there are @param {ReadonlySet<string>} done
 */
async function sendPart(part, most, first, done) {
  for (const [index, design] of designs.slice(0, first).entries()) {
    if (index % processes !== part) continue
    for (const kind of /** @type {const} */ (['order', 'selection'])) {
      for (const method of Object.keys(methodsOf(kind))) {
        if (done.has(keyOf({ design: design.name, kind, method }))) continue
        const cell = await measure(design, kind, method, most)
        if (cell) process.send?.(cell)
      }
    }
  }
}

/** @param {Cell['kind']} kind */
function methodsOf(kind) {
  return kind === 'order' ? orders : selections
}

/**
 * What a method finds in the tables of a design; null if it does not fit them. @param {Design} design @param
 * {Cell['kind']} kind @param {string} method @param {number} [most]
 */
export async function measure(design, kind, method, most = Infinity) {
  const facts = factsOf(design)
  const { seeds = 100, ...given } = methodsOf(kind)[method]
  const judged = []
  for (let seed = 0; seed < Math.min(seeds, most); seed++) {
    const { table, truth } = shuffled(design, seed)
    const k = truth.relevant.length
    const by = 'rank' in given ? given.rank(facts) : null
    const spec = 'select' in given ? given.select(facts, k) : null
    const chosen = by
      ? await firstOf(table, by, seed, k)
      : spec && (await select(table, { target: 'y', seed, ...spec }, { threads: 1 })).selected
    if (!chosen) return null
    judged.push(judge(chosen, truth))
  }
  return cellOf(design.name, kind, method, judged)
}

/**
 * The first k columns of a ranking that have a score. @param {import('criba').Table} table @param
 * {NonNullable<import('criba').RankSpec['by']>} by @param {number} seed @param {number} k
 */
async function firstOf(table, by, seed, k) {
  const { rankings } = await rank(table, { target: 'y', by, seed }, { threads: 1 })
  const scored = rankings[0].scores.filter(({ score }) => score !== null)
  return scored.slice(0, k).map(({ feature }) => feature)
}

/**
 * A table with its columns in random order: ties go to the first column, and it must not be the right one by
 * its place. @param {Design} design @param {number} seed
 */
function shuffled({ generator, options }, seed) {
  const { table, truth } = generate(generator, { ...options, seed })
  const random = xoroshiro128plus(seed * 7919 + 1)
  const columns = table.columns.slice(0, -1)
  for (let i = columns.length - 1; i > 0; i--) {
    const j = uniformInt(random, 0, i)
    ;[columns[i], columns[j]] = [columns[j], columns[i]]
  }
  const all = [...columns, table.columns[table.columns.length - 1]]
  return {
    table: tableFromColumns(all.map((column) => /** @type {const} */ ([column.name, valuesOf(column)]))),
    truth,
  }
}

/** @param {readonly string[]} chosen @param {Truth} truth */
function judge(chosen, { relevant, redundant, irrelevant }) {
  const among = (/** @type {readonly string[]} */ names) =>
    names.filter((name) => chosen.includes(name)).length
  const hits = among(relevant)
  return {
    right: hits / relevant.length,
    redundant: among(redundant.map(({ column }) => column)),
    irrelevant: among(irrelevant),
    exact: hits === relevant.length && chosen.length === hits,
  }
}

/** @param {string} design @param {Cell['kind']} kind @param {string} method @param {readonly ReturnType<typeof judge>[]} judged @returns {Cell} */
function cellOf(design, kind, method, judged) {
  const mean = (/** @type {readonly number[]} */ values) =>
    Number((values.reduce((total, value) => total + value, 0) / values.length).toFixed(4))
  return {
    design,
    kind,
    method,
    seeds: judged.length,
    right: mean(judged.map(({ right }) => right)),
    redundant: mean(judged.map(({ redundant }) => redundant)),
    irrelevant: mean(judged.map(({ irrelevant }) => irrelevant)),
    exact: mean(judged.map(({ exact }) => Number(exact))),
  }
}

// A process of its own for a part of the tables.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [part, most, first] = process.argv.slice(2)
  const [done] = await once(process, 'message')
  // Nobody receives what is measured once the study was killed.
  const end = () => process.exit()
  process.once('disconnect', end)
  await sendPart(Number(part), Number(most), Number(first), new Set(done))
  process.off('disconnect', end)
  process.disconnect?.()
}
