import { join } from 'node:path'
import { select, tableFromColumns } from 'criba'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { formatComparison, inFolder, runPeer, writeColumns } from './peer.js'
import { time } from './timing.js'

const threads = 2

/** Tables, the number of columns to select, and methods: ours and praznik's name for it. */
const cases = [
  {
    rows: 10_000,
    columns: 5000,
    levels: 5,
    k: 20,
    methods: [
      ['jmi', 'JMI'],
      ['mrmr', 'MRMR'],
      ['cmim', 'CMIM'],
      ['jmim', 'JMIM'],
    ],
  },
  { rows: 10_000, columns: 5000, levels: 2, k: 20, methods: [['jmi', 'JMI']] },
  { rows: 200, columns: 20_000, levels: 5, k: 50, methods: [['jmi', 'JMI']] },
]

/**
 * Forward selection by information criteria with a target of three classes, compared with praznik if it is
 * installed.
 */
export async function benchSelect() {
  const lines = []
  for (const { rows, columns, levels, k, methods } of cases) {
    const { target, features } = makeLevels(rows, columns, levels)
    const named = features.map((codes, i) => /** @type {const} */ ([`x${i}`, codes]))
    const table = tableFromColumns([['y', target], ...named], { '*': 'categorical' })
    const names = methods.map(([, theirName]) => theirName)
    const theirs = await runPraznik([target, ...features], k, names)
    for (const [method, theirName] of methods) {
      const call = () =>
        select(
          table,
          { target: 'y', method: /** @type {import('criba').MethodName} */ (method), k, stop: 'none' },
          { threads },
        )
      const peer = theirs?.[theirName] ?? null
      if (peer) compare(method, (await call()).selected, peer.selected)
      const work = `${method}, ${rows} × ${columns}, ${levels} levels, k = ${k}`
      lines.push(formatComparison(work, await time(call), 'praznik', peer))
    }
  }
  return lines
}

/**
 * A target of three classes; every tenth column depends on it, every second column on the one before.
 * @param {number} rows
 * @param {number} columns
 * @param {number} levels
 */
function makeLevels(rows, columns, levels) {
  const random = xoroshiro128plus(7)
  const target = Uint8Array.from({ length: rows }, () => uniformInt(random, 0, 2))
  /** @type {Uint8Array[]} */
  const features = []
  for (let column = 0; column < columns; column++) {
    const before = features[column - 1]
    const strength = column % 10 === 0 ? 4 + (column % 70) : 0
    features.push(
      Uint8Array.from({ length: rows }, (_, row) => {
        const level = uniformInt(random, 0, levels - 1)
        if (strength > 0) return uniformInt(random, 0, 99) < strength ? target[row] % levels : level
        return before && column % 2 === 1 && uniformInt(random, 0, 3) === 0 ? before[row] : level
      }),
    )
  }
  return { target, features }
}

/**
 * @param {readonly Uint8Array[]} columns
 * @param {number} k
 * @param {readonly string[]} names
 * @returns {Promise<Record<string, { cold: number, median: number, selected: string[] }> | null>}
 */
function runPraznik(columns, k, names) {
  return inFolder((folder) => {
    const data = join(folder, 'data.u8')
    writeColumns(data, columns)
    const sizes = [columns[0].length, columns.length - 1]
    return runPeer('praznik_select.R', [...sizes, data, k, threads, ...names])
  })
}

/**
 * Checks that both select the same columns before timing.
 * @param {string} method
 * @param {readonly string[]} ours
 * @param {readonly string[]} theirs
 */
function compare(method, ours, theirs) {
  if (ours.join() !== theirs.join())
    throw new Error(`${method} chooses ${ours.join()}, praznik ${theirs.join()}`)
}
