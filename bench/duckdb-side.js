import * as criba from 'criba'
import { openSource } from 'criba/node'

// One run of `duckdb`, in a process of its own: prints the result, without what may differ, and its CPU and
// wall time.
const [file, verb, spec, source] = process.argv.slice(2)
const start = performance.now()
const data = await openSource(file, { source: /** @type {'memory' | 'duckdb'} */ (source) })
const result = await criba[/** @type {'rank'} */ (verb)](data, JSON.parse(spec))
data.close()
const { user, system } = process.cpuUsage()
const shown = JSON.stringify(result, (key, value) =>
  key === 'seconds' || key === 'source' ? undefined : value,
)
console.log(JSON.stringify({ shown, cpu: (user + system) / 1e6, wall: (performance.now() - start) / 1000 }))
