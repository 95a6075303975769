// One side of `against`: runs a job of a working tree each time a line comes in, and prints what it took.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { jobs } from './against-jobs.js'

const [folder, name, threads] = process.argv.slice(2)
const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const load = (/** @type {string} */ entry) => import(pathToFileURL(join(folder, exports[entry].default)).href)
const criba = await load('.')
const job = jobs[name]
const work = 'file' in job ? await reading(job) : onTable(job)

// A commit before a part of the spec existed has its own way without it.
const optional = ['evidence', 'asIs']
/** @type {Set<string>} */
const unknown = new Set()

for await (const _ of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(await once()))
  } catch (error) {
    console.log(
      JSON.stringify({ error: String(error), cpu: 0, wall: 0, megabytes: 0, result: '', without: [] }),
    )
  }
}

/** Reads a file; of its columns the bits are compared. @param {import('./against-jobs.js').ReadJob} job */
async function reading({ file }) {
  const path = await file()
  const { readTable } = await load('./node')
  const bits = (/** @type {any} */ { name, type, values, codes, levels }) => [
    ...[name, type, levels],
    digest(Array.from(new Uint32Array((values ?? codes).buffer))),
  ]
  const run = async () => {
    const { columns } = await readTable(path, { threads: Number(threads) })
    // After the time was taken.
    return { toJSON: () => columns.map(bits) }
  }
  return () => ({ before: async () => {}, run })
}

/** Runs a call on a new table: what is kept with one would make later runs cheaper. @param {import('./against-jobs.js').TableJob} job */
function onTable({ columns, run, before }) {
  const data = columns()
  const types = data.some(([name]) => name === 'y') ? { y: 'categorical' } : {}
  return () => {
    const table = criba.tableFromColumns(data, types)
    const call = (/** @type {'rank' | 'select' | 'describe'} */ verb, /** @type {object} */ spec) => {
      const known = Object.fromEntries(Object.entries(spec).filter(([part]) => !unknown.has(part)))
      return criba[verb](table, known, { threads: Number(threads) })
    }
    return { before: () => before?.(call), run: () => run(call) }
  }
}

async function once() {
  const one = work()
  for (;;) {
    await one.before()
    const [cpu, start] = [process.cpuUsage(), performance.now()]
    try {
      const result = await one.run()
      const { user, system } = process.cpuUsage(cpu)
      return {
        cpu: (user + system) / 1e6,
        wall: (performance.now() - start) / 1000,
        megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
        result: digest(result),
        without: [...unknown],
      }
    } catch (error) {
      const part = optional.find((one) => !unknown.has(one) && String(error).includes(one))
      if (part === undefined) throw error
      unknown.add(part)
    }
  }
}

/** What a result says, but for seconds and the version. @param {unknown} result */
function digest(result) {
  const text = JSON.stringify(result, (key, value) =>
    key === 'seconds' || key === 'criba' ? undefined : value,
  )
  return createHash('md5').update(text).digest('hex')
}
