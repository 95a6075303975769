// `npm run reliability -- [short|full|kills|faults]`: what criba survives, as a table; docs/reliability.md says how.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { tryFaults } from './faults.js'
import { killRuns } from './kills.js'
import { linesOf, nothingRead, readMutatedFiles } from './mutated-files.js'
import { withFigures } from './page.js'
import { tryStudio } from './studio-faults.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    folder: { type: 'string' },
    first: { type: 'string', default: '1' },
    files: { type: 'string' },
  },
})
const size = positionals[0] ?? 'short'
if (!['short', 'full', 'kills', 'faults'].includes(size) || positionals.length > 1) {
  console.error(`unknown size: ${positionals.join(' ')} (known: short, full, kills, faults)`)
  process.exit(1)
}
const numbers = [values.first, values.files].filter((text) => text !== undefined)
const unknown = numbers.find((text) => !/^\d{1,9}$/.test(text))
if (unknown !== undefined) {
  console.error(`invalid number: ${unknown} (needs a whole number for --first and --files)`)
  process.exit(1)
}

const folder = values.folder ?? join(tmpdir(), 'criba-reliability')
mkdirSync(folder, { recursive: true })
if (size === 'kills') {
  const ofKills = join(folder, 'kills.json')
  const done = existsSync(ofKills) && !values.again ? JSON.parse(readFileSync(ofKills, 'utf8')) : {}
  const note = (/** @type {typeof done} */ noted) => writeFileSync(ofKills, JSON.stringify(noted))
  const kills = Number(values.files ?? 200)
  const differences = await killRuns({ kills, folder: join(folder, 'kills'), done, note })
  process.exit(differences > 0 ? 1 : 0)
}
const ofFaults = { folder: join(folder, 'faults') }
const tried = size === 'full' ? [] : [...(await tryFaults(ofFaults)), ...(await tryStudio(ofFaults))]
const wrong = tried.filter(({ what }) => what !== null)
for (const { output, fault, moment, what } of wrong) console.error(`${output}, ${fault} ${moment}: ${what}`)
if (tried.length > 0)
  console.log(`${tried.length} faults of the place of an output, ${wrong.length} not met as they should be`)
if (wrong.length > 0) process.exitCode = 1
if (size === 'faults') process.exit()
const notes = join(folder, `${size}-${values.first}.json`)
const done = existsSync(notes) && !values.again ? JSON.parse(readFileSync(notes, 'utf8')) : nothingRead()
await readMutatedFiles({
  size: size === 'full' ? size : 'short',
  first: Number(values.first),
  ...(values.files !== undefined && { files: Number(values.files) }),
  folder,
  done,
  note: (done) => writeFileSync(notes, JSON.stringify(done)),
})
console.table(linesOf(done))
console.log(`${done.done} files in ${Math.round(done.seconds)} s; notes and files of faults are in ${folder}`)
if (values.write) {
  const page = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))
  const text = withFigures(readFileSync(page, 'utf8'), linesOf(done), done)
  writeFileSync(page, await format(text, { ...(await resolveConfig(page)), filepath: page }))
}
if (done.faults.length > 0) process.exitCode = 1
