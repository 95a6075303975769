// One side of `against`: runs a job of a working tree each time a line comes in, and prints what it took.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { jobs } from './against-jobs.js'

const [folder, name, threads] = process.argv.slice(2)
const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const criba = await import(pathToFileURL(join(folder, exports['.'].default)).href)
const { columns, run, before } = jobs[name]
const data = columns()

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

async function once() {
  // What is kept with a table would make later runs cheaper.
  const table = criba.tableFromColumns(data, { y: 'categorical' })
  const call = (/** @type {'rank' | 'select' | 'describe'} */ verb, /** @type {object} */ spec) => {
    const known = Object.fromEntries(Object.entries(spec).filter(([part]) => !unknown.has(part)))
    return criba[verb](table, known, { threads: Number(threads) })
  }
  for (;;) {
    await before?.(call)
    const [cpu, start] = [process.cpuUsage(), performance.now()]
    try {
      const result = await run(call)
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
