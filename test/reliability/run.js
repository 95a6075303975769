// `npm run reliability -- [short|full|faults|kills|calls]`: what criba survives, as a table; docs/reliability.md says how.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tryFaults } from './faults.js'
import { killRuns, linesOfKills } from './kills.js'
import { linesOf, nothingRead, readMutatedFiles } from './mutated-files.js'
import { writeFigures } from './page.js'
import { linesOfCalls, makeRandomCalls, nothingCalled } from './random-calls.js'
import { tryStudio } from './studio-faults.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    folder: { type: 'string' },
    first: { type: 'string', default: '1' },
    count: { type: 'string' },
  },
})
const mode = positionals[0] ?? 'short'
const modes = ['short', 'full', 'faults', 'kills', 'calls']
if (!modes.includes(mode) || positionals.length > 1) {
  console.error(`unknown mode: ${positionals.join(' ')} (known: ${modes.join(', ')})`)
  process.exit(1)
}
const numbers = [values.first, values.count].filter((text) => text !== undefined)
const unknown = numbers.find((text) => !/^\d{1,9}$/.test(text))
if (unknown !== undefined) {
  console.error(`invalid number: ${unknown} (needs a whole number for --first and --count)`)
  process.exit(1)
}
const first = Number(values.first)
const count = values.count === undefined ? undefined : Number(values.count)
const folder = values.folder ?? join(tmpdir(), 'criba-reliability')
mkdirSync(folder, { recursive: true })

const hasFaults = await run()
process.exit(hasFaults ? 1 : 0)

/** Runs the mode; returns whether something went wrong. */
async function run() {
  if (mode === 'kills') return await tryKills()
  if (mode === 'calls') return await tryCalls()
  const hasFaults = mode !== 'full' && (await tryOutputs())
  return (mode !== 'faults' && (await tryFiles())) || hasFaults
}

/**
 * What was done before by runs of this name, and how to note what is.
 * @template Done
 * @param {string} name
 * @param {() => Done} nothing
 */
function notesOf(name, nothing) {
  const path = join(folder, `${name}.json`)
  /** @type {Done} */
  const done = existsSync(path) && !values.again ? JSON.parse(readFileSync(path, 'utf8')) : nothing()
  return { done, note: (/** @type {Done} */ noted) => writeFileSync(path, JSON.stringify(noted)) }
}

/** @param {import('./page.js').Lines} lines @param {string} how */
async function show(lines, how, place = mode) {
  console.table(lines)
  console.log(`${how}; notes are in ${folder}`)
  if (values.write) await writeFigures(place, lines, how)
}

async function tryKills() {
  const { done, note } = notesOf('kills', () => ({}))
  await killRuns({ kills: count ?? 200, folder: join(folder, 'kills'), done, note })
  const lines = linesOfKills(done)
  await show(lines, `${lines.reduce((sum, { kills }) => sum + kills, 0)} kills`)
  return lines.some((line) => line['other answers'] > 0)
}

async function tryCalls() {
  const { done, note } = notesOf(`calls-${first}`, nothingCalled)
  await makeRandomCalls({ count, first, done, note })
  const time = `${Math.round(done.seconds / 60)} minutes with one process`
  await show(linesOfCalls(done), `${done.calls} calls on ${done.tables} tables in ${time}`)
  return done.faults.length > 0
}

async function tryOutputs() {
  const ofFaults = { folder: join(folder, 'faults') }
  const tried = [...(await tryFaults(ofFaults)), ...(await tryStudio(ofFaults))]
  const wrong = tried.filter(({ what }) => what !== null)
  for (const { output, fault, moment, what } of wrong) console.error(`${output}, ${fault} ${moment}: ${what}`)
  console.log(`${tried.length} faults of the place of an output, ${wrong.length} not met as they should be`)
  return wrong.length > 0
}

async function tryFiles() {
  const { done, note } = notesOf(`${mode}-${first}`, nothingRead)
  await readMutatedFiles({ size: mode === 'full' ? mode : 'short', first, files: count, folder, done, note })
  const time = `${Math.round(done.seconds / 60)} minutes with two processes`
  await show(linesOf(done), `${done.done} files in ${time}`, 'full')
  return done.faults.length > 0
}
