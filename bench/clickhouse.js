import { select } from 'criba'
import { jmi } from 'criba/methods'
import { openClickHouse } from 'criba/clickhouse'
import { formatSeconds } from './timing.js'

/**
 * Host and port of a server over HTTP, whose user `default` may create the table `criba_bench`; and the rows
 * of that table.
 */
const host = process.env.CRIBA_CLICKHOUSE
const rows = Number(process.env.ROWS ?? 10_000_000)

const numbers = Array.from({ length: 25 }, (_, i) => `f${i}`)
const levels = Array.from({ length: 25 }, (_, i) => `c${i}`)
const features = [...numbers, ...levels]
const chosen = 10

/**
 * JMI over a table that the server makes, beside the server's own GROUP BY of the same sets of columns,
 * numbers cut into the same ten bins. Each is timed once, one after the other: the table is larger than what
 * varies.
 */
export async function benchClickHouse() {
  if (host === undefined) return [{ work: 'skipped: set CRIBA_CLICKHOUSE to host:port of a server' }]
  await makeTable()
  const source = await openClickHouse(`clickhouse://${host}/default.criba_bench?max_execution_time=3600`)
  const steps = /** @type {number[]} */ ([])
  let last = performance.now()
  const start = last
  const { selected } = await select(
    source,
    { target: 'y', criterion: jmi(), k: chosen, bins: 10, drop: ['id'], evidence: false },
    {
      on: (event) => {
        if (event.kind !== 'step') return
        steps.push(performance.now() - last)
        last = performance.now()
      },
    },
  )
  const whole = (performance.now() - start) / 1000
  const { queries } = source.work
  source.close()
  const search = steps.slice(1).reduce((sum, step) => sum + step, 0) / 1000
  const own = await serversOwn(selected)
  return [
    {
      work: `JMI, k = ${chosen}, ${rows.toLocaleString('en')} × ${features.length}: all`,
      criba: formatSeconds(whole),
      queries,
    },
    {
      work: `its steps 2 to ${chosen} beside GROUP BY of the same sets`,
      criba: formatSeconds(search),
      server: formatSeconds(own),
      'times as long': (search / own).toFixed(2),
    },
  ]
}

/** Makes the table: half of the columns are numbers, half levels, and three of them tell something of y. */
async function makeTable() {
  const found = await ask('EXISTS TABLE criba_bench')
  if (found.trim() === '1' && Number(await ask('SELECT count() FROM criba_bench')) === rows) return
  const cells = [
    ...numbers.map(
      (name, i) => `toFloat32(intHash32(toUInt32(number) * 31 + ${i}) / 4294967296.0) AS ${name}`,
    ),
    ...levels.map(
      (name, i) => `toUInt8(intHash32(toUInt32(number) * 37 + ${i + 100}) % ${3 + (i % 8)}) AS ${name}`,
    ),
  ]
  const y = 'toUInt8((f0 + f1 > 1.0) + (c9 > 2 AND f2 > 0.5) + (intHash32(toUInt32(number) + 7) % 10 = 0))'
  await ask('DROP TABLE IF EXISTS criba_bench')
  const query = `SELECT number AS id, ${cells.join(', ')}, ${y} AS y FROM numbers(${rows})`
  const types = [
    'id UInt64',
    ...numbers.map((name) => `${name} Float32`),
    ...levels.map((name) => `${name} UInt8`),
    'y UInt8',
  ]
  await ask(`CREATE TABLE criba_bench (${types.join(', ')}) ENGINE = MergeTree ORDER BY tuple()`)
  await ask(`INSERT INTO criba_bench ${query}`)
}

/**
 * Seconds that the server takes to group by the sets of steps 2 to k: each candidate with the column chosen
 * last, alone and with y.
 * @param {readonly string[]} selected
 */
async function serversOwn(selected) {
  const start = performance.now()
  for (let step = 1; step < chosen; step++) {
    const last = selected[step - 1]
    const candidates = features.filter((name) => !selected.slice(0, step).includes(name))
    for (const name of candidates) {
      for (const set of [
        [name, last],
        [name, last, 'y'],
      ]) {
        const keys = set.map((column, i) =>
          column.startsWith('f') ? `toUInt8(least(9, floor(${column} * 10))) AS k${i}` : `${column} AS k${i}`,
        )
        const by = set.map((_, i) => `k${i}`).join(', ')
        await ask(
          `SELECT count() FROM (SELECT count() FROM (SELECT ${keys.join(', ')} FROM criba_bench) GROUP BY ${by})`,
        )
      }
    }
  }
  return (performance.now() - start) / 1000
}

/**
 * Runs a statement on the server.
 * @param {string} sql
 */
async function ask(sql) {
  const answer = await fetch(`http://${host}/`, { method: 'POST', body: sql })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}
