// Runs that are killed at random moments: what goes on from their checkpoint must give the answer of a run that was not.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawsOf } from './draws.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const data = ['examples/breast-cancer.csv', '-t', 'diagnosis', '--threads', '1', '--format', 'json']

/** The calls that go on from a checkpoint. @type {Readonly<Record<string, readonly string[]>>} */
export const resumable = {
  'exhaustive search': [
    'select',
    ...data,
    '--criterion',
    'cfs',
    '--search',
    'exhaustive:to=5',
    '--no-evidence',
  ],
  boruta: ['select', ...data, '--method', 'boruta', '--no-evidence'],
  'stability-selection': ['select', ...data, '--method', 'stability-selection', '--no-evidence'],
  'rfe-resampled': ['select', ...data, '--method', 'rfe-resampled', '--no-evidence'],
  compare: ['compare', ...data, '--methods', 'jmi', 'mrmr', '-k', '3'],
}

/** What became of the killed runs of one method. @typedef {{ kills: number, resumed: number, differences: number, milliseconds: number, answer: string }} Kills */

/**
 * Kills runs of each method until each has had as many kills, and shows what became of them; `note` is called
 * with what is done so far. Returns the number of different answers.
 * @param {{ kills: number, folder: string, done: Record<string, Kills>, note: (done: Record<string, Kills>) => void }} run
 */
export async function killRuns({ kills, folder, done, note }) {
  mkdirSync(folder, { recursive: true })
  const checkpoint = join(folder, 'checkpoint.json')
  for (const [name, words] of Object.entries(resumable)) {
    done[name] ??= await wholeRun(words)
    for (const own = done[name]; own.kills < kills; note(done)) {
      rmSync(checkpoint, { force: true })
      const moment = drawsOf(own.kills + 1).below(Math.ceil(own.milliseconds)) + 1
      await outputOf([...words, '--checkpoint', checkpoint], moment)
      if (existsSync(checkpoint)) own.resumed++
      const { text } = await outputOf([...words, '--checkpoint', checkpoint])
      if (answerOf(text) !== own.answer) own.differences++
      own.kills++
    }
    const { resumed, differences } = done[name]
    console.log(
      `${name}: ${done[name].kills} kills, ${resumed} after the first save, ${differences} other answers`,
    )
  }
  return Object.values(done).reduce((sum, { differences }) => sum + differences, 0)
}

/**
 * @param {readonly string[]} words
 * @returns {Promise<Kills>}
 */
async function wholeRun(words) {
  const start = performance.now()
  const { text, status } = await outputOf(words)
  if (status !== 0) throw new Error(`${words.join(' ')} ends with ${status}`)
  return {
    kills: 0,
    resumed: 0,
    differences: 0,
    milliseconds: performance.now() - start,
    answer: answerOf(text),
  }
}

/** @param {string} text */
function answerOf(text) {
  return text.replace(/"seconds": ?[\d.e-]+/g, '"seconds":0')
}

/**
 * What a call of the command line prints; it is killed after some milliseconds, if these are given.
 * @param {readonly string[]} words
 * @param {number} [killedAfter]
 * @returns {Promise<{ text: string, status: number | null }>}
 */
function outputOf(words, killedAfter) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`${root}dist/cli.js`, ...words], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const timer = killedAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killedAfter)
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk))
    child.on('error', reject)
    child.on('close', (status) => {
      clearTimeout(timer)
      resolve({ text, status })
    })
  })
}
