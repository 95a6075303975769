// Runs that are killed at random moments: what goes on from their checkpoint must give the answer of a run that was not.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawsOf } from './draws.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const fastClock = fileURLToPath(new URL('fast-clock.js', import.meta.url))
const alone = ['--threads', '1', '--format', 'json', '--quiet']
const cancer = ['examples/breast-cancer.csv', '-t', 'diagnosis']
const diabetes = ['examples/diabetes.csv', '-t', 'progression']

/** The calls that go on from a checkpoint. @type {Readonly<Record<string, readonly string[]>>} */
export const resumable = {
  'exhaustive search': selection(cancer, '--criterion cfs --search exhaustive:to=4 --no-evidence'),
  boruta: selection(diabetes, '--method boruta:runs=12 --criterion pearson --no-evidence'),
  'stability-selection': selection(cancer, '--method stability-selection:pairs=20 --no-evidence'),
  'rfe-resampled': selection(cancer, '--method rfe-resampled:folds=5 --no-evidence'),
  knockoffs: selection(cancer, '--method knockoffs:runs=11 --no-evidence'),
  compare: ['compare', ...cancer, ...'--methods jmi mrmr relieff -k 3'.split(' ')],
  'evidence of steps': selection(cancer, '-k 4 --folds 5 --learner forest'),
  'evidence of sets': selection(diabetes, '--method exhaustive-dt --folds 5'),
  'evidence of boruta': selection(diabetes, '--method boruta:runs=6 --criterion pearson --folds 5'),
}

/** @param {readonly string[]} data @param {string} words */
function selection(data, words) {
  return ['select', ...data, ...words.split(' ')]
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
  // By turns, so that a program that is stopped early has tried all.
  for (let kill = 0; kill < kills; kill++) {
    for (const [name, words] of Object.entries(resumable)) {
      const own = (done[name] ??= await wholeRun(words))
      if (own.kills > kill) continue
      rmSync(checkpoint, { force: true })
      const moment = drawsOf(kill + 1).below(Math.ceil(own.milliseconds)) + 1
      await outputOf([...words, '--checkpoint', checkpoint], moment)
      if (existsSync(checkpoint)) own.resumed++
      const { text } = await outputOf([...words, '--checkpoint', checkpoint])
      if (answerOf(text) !== own.answer) own.differences++
      own.kills++
      note(done)
    }
  }
  for (const [name, own] of Object.entries(done))
    console.log(
      `${name}: ${own.kills} kills, ${own.resumed} after the first save, ${own.differences} other answers`,
    )
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
    const child = spawn(process.execPath, ['--import', fastClock, `${root}dist/cli.js`, ...words, ...alone], {
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
