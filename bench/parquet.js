import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { rankers } from 'criba/methods'
import { inFolder } from './peer.js'
import { formatSeconds } from './timing.js'

const rows = 5_000_000
const child = fileURLToPath(new URL('rank-file.js', import.meta.url))

/**
 * Every ranker but kendall and xi, which need the rows, on a Parquet file of 5 million rows and 20 columns:
 * time and peak memory of the process.
 */
export async function benchParquet() {
  return inFolder(async (folder) => {
    const file = join(folder, 'rows.parquet')
    await writeParquet(file)
    const byClass = rankers
      .filter(({ target }) => target === 'classes' || target === 'levels')
      .map(({ id }) => id)
    const byNumber = rankers
      .filter(({ id, target }) => target === 'values' && !['kendall', 'xi'].includes(id))
      .map(({ id }) => id)
    const results = []
    for (const [target, methods] of /** @type {const} */ ([
      ['class', byClass],
      ['y', byNumber],
      ['', ['variance']],
    ])) {
      for (const method of methods) {
        const { status, stdout, stderr } = spawnSync(process.execPath, [child, file, target, method], {
          maxBuffer: 1 << 26,
        })
        if (status !== 0) throw new Error(stderr.toString())
        const { seconds, megabytes } = JSON.parse(stdout.toString())
        results.push({ method, target, time: formatSeconds(seconds), 'peak memory': `${megabytes} MB` })
      }
    }
    return results
  })
}

/** @param {string} file */
async function writeParquet(file) {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  const doubles = Array.from({ length: 14 }, (_, i) => `random() + ${i % 3} * (i % 2) / 10 AS x${i}`)
  await connection.run('SELECT setseed(0.5)')
  await connection.run(`
    COPY (
      SELECT ${doubles.join(', ')},
        (i * 7919) % 5 AS small, CASE WHEN random() < 0.1 THEN NULL ELSE random() END AS holed,
        chr(97 + CAST(i % 6 AS INTEGER)) AS letter, 'town ' || (i % 40) AS town,
        CASE WHEN i % 2 = 0 THEN 'even' ELSE 'odd' END AS class,
        random() + (i % 5) / 10.0 AS y
      FROM range(${rows}) AS t(i)
    ) TO '${file.replaceAll("'", "''")}' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
}
