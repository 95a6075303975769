import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { doublesFile } from './files-data.js'
import { formatSeconds } from './timing.js'

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
const runs = 3

/** Files that fit into memory, from the file to the result: DuckDB beside memory, whole processes by turns. */
export async function benchDuckDb() {
  const cancer = at('../examples/breast-cancer.csv')
  const doubles = await doublesFile()
  const diagnosis = { target: 'diagnosis' }
  return [
    compare('rank 569 × 31', cancer, 'rank', diagnosis),
    compare('select 569 × 31', cancer, 'select', { ...diagnosis, evidence: true }),
    compare('describe 569 × 31', cancer, 'describe', {}),
    compare('interactions 569 × 31', cancer, 'interactions', diagnosis),
    compare('score 569 × 31', cancer, 'score', { ...diagnosis, features: ['mean radius', 'mean texture'] }),
    compare('rank 200,000 × 51', doubles, 'rank', { target: 'y' }),
    compare('describe 200,000 × 51', doubles, 'describe', {}),
    compare('select 200,000 × 51', doubles, 'select', { target: 'y', k: 10 }),
  ]
}

/** @typedef {{ shown: string, cpu: number, wall: number }} Side */

/**
 * @param {string} work
 * @param {string} file
 * @param {string} verb
 * @param {object} spec
 */
function compare(work, file, verb, spec) {
  /** @type {Record<'memory' | 'duckdb', Side[]>} */
  const sides = { memory: [], duckdb: [] }
  for (let run = 0; run < runs; run++) {
    for (const source of /** @type {const} */ (['memory', 'duckdb'])) {
      const args = [at('duckdb-side.js'), file, verb, JSON.stringify(spec), source]
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      })
      if (status !== 0) throw new Error(`${work}, ${source}: ${stderr}`)
      sides[source].push(JSON.parse(stdout))
    }
  }
  const { memory, duckdb } = sides
  const median = (/** @type {Side[]} */ of, /** @type {'cpu' | 'wall'} */ time) =>
    of.map((side) => side[time]).sort((a, b) => a - b)[runs >> 1]
  const ratio = (/** @type {'cpu' | 'wall'} */ time) =>
    `× ${(median(duckdb, time) / median(memory, time)).toFixed(2)}`
  return {
    work,
    memory: formatSeconds(median(memory, 'cpu')),
    duckdb: formatSeconds(median(duckdb, 'cpu')),
    cpu: ratio('cpu'),
    wall: ratio('wall'),
    same: duckdb.every(({ shown }) => shown === memory[0].shown),
  }
}
