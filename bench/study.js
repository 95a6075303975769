import { studyTruth } from './truth.js'

/** The studies by name: what `npm run study -- <name>` runs. */
/** @type {Record<string, (args: readonly string[]) => Promise<void>>} */
const studies = { truth: studyTruth }

const [name = '', ...args] = process.argv.slice(2)
const study = Object.hasOwn(studies, name) ? studies[name] : undefined
if (study) await study(args)
else {
  process.stderr.write(`unknown study: ${name || 'no name'} (known: ${Object.keys(studies).join(', ')})\n`)
  process.exitCode = 1
}
