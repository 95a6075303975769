// Reads one file after the other, as its parent sends them, and says what came of each.
import { describe } from 'criba'
import { openSource, readTable } from 'criba/node'
import { faultOfError, faultOfTable } from './outcomes.js'

/** The engine of a small file needs no more; what asks for more is refused. */
const memory = '512MB'

/** @typedef {{ path: string, isCompared: boolean }} Job */
/** @typedef {{ outcome: 'read' | 'refused' | 'fault', fault?: string, detail?: string, megabytes: number }} Outcome */

/** @param {Job} job @returns {Promise<Omit<Outcome, 'megabytes'>>} */
async function outcomeOf({ path, isCompared }) {
  let table
  try {
    table = await readTable(path, { memory, threads: 1 })
  } catch (error) {
    const fault = faultOfError(error)
    return fault ? { outcome: 'fault', ...fault } : { outcome: 'refused' }
  }
  const fault = faultOfTable(table) ?? (isCompared ? await differenceOf(path) : null)
  return fault ? { outcome: 'fault', ...fault } : { outcome: 'read' }
}

/** The difference between what memory and the engine say of a file. @param {string} path */
async function differenceOf(path) {
  /** @type {string[]} */
  const said = []
  for (const source of /** @type {const} */ (['memory', 'duckdb'])) {
    try {
      const opened = await openSource(path, { source, memory, threads: 1 })
      try {
        const { columns, warnings } = await describe(opened)
        said.push(JSON.stringify({ columns, warnings }))
      } finally {
        opened.close()
      }
    } catch (error) {
      const fault = faultOfError(error)
      if (fault) return fault
      said.push(/** @type {Error} */ (error).message)
    }
  }
  if (said[0] === said[1]) return null
  const at = [...said[0]].findIndex((letter, i) => letter !== said[1][i])
  const near = said.map((text) => text.slice(Math.max(0, at - 60), at + 120))
  return { fault: 'sources differ', detail: near.join(' | ') }
}

/** @param {Omit<Outcome, 'megabytes'>} outcome */
function say(outcome) {
  process.send?.({ ...outcome, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) })
}

for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (/** @type {unknown} */ error) =>
    say({ outcome: 'fault', fault: 'exception beside the call', detail: String(error) }),
  )
}
process.on('message', (/** @type {Job} */ job) => void outcomeOf(job).then(say))
process.send?.('ready')
