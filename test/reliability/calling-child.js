// Makes the random calls of one number after the other, as its parent sends them, and says what came of each.
import { register } from 'node:module'

register('./typescript.js', import.meta.url)
const { kinds } = await import('../fuzz/calls.ts')
const { checkSeed } = await import('../fuzz/checks.ts')

const kindsInTurn = Object.values(kinds)

/** The number of a table and of the calls on it. @typedef {{ number: number }} Job */
/** @typedef {{ name: string, hasResult: boolean, rows: boolean, columns: boolean, broken: readonly string[] }} MadeCall */
/** @typedef {{ outcome: string, fault?: string, detail?: string, megabytes: number, calls?: readonly MadeCall[] }} Outcome */

/** @param {Omit<Outcome, 'megabytes'>} outcome */
function say(outcome) {
  process.send?.({ ...outcome, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) })
}

/** @param {Job} job */
async function callsOf({ number }) {
  const checked = await checkSeed(number, kindsInTurn[number % kindsInTurn.length])
  const calls = checked.map(({ call: { name }, result, reordered, broken }) => ({
    name,
    hasResult: result !== undefined,
    ...reordered,
    broken,
  }))
  say({ outcome: 'called', calls })
}

for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (/** @type {unknown} */ error) =>
    say({ outcome: 'fault', fault: 'exception beside the call', detail: String(error) }),
  )
}
process.on('message', (/** @type {Job} */ job) => void callsOf(job))
process.send?.('ready')
