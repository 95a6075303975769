// Runs that are killed at random moments: what goes on from their checkpoint must give the answer of a run that was not.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawsOf } from './draws.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const killedRun = fileURLToPath(new URL('killed-run.js', import.meta.url))
const cancer = ['examples/breast-cancer.csv', '-t', 'diagnosis']
const diabetes = ['examples/diabetes.csv', '-t', 'progression']

/** A call that goes on from what it saves in a folder. @typedef {{ words: readonly string[], savedIn: (folder: string) => Saved }} Call */
/** A file, and the words of a call that name it. @typedef {{ path: string, words: readonly string[] }} Saved */

/** The calls that go on from what they saved; most of the time of each comes after its first save. @type {Readonly<Record<string, Call>>} */
export const resumable = {
  'exhaustive search': selection(cancer, '--criterion cfs --search exhaustive:to=3 --no-evidence'),
  boruta: selection(diabetes, '--method boruta:runs=20 --criterion forest-importance:trees=20 --no-evidence'),
  'stability-selection': selection(cancer, '--method stability-selection:pairs=20 --no-evidence'),
  'rfe-resampled': selection(diabetes, '--method rfe-resampled:folds=200 --no-evidence'),
  knockoffs: selection(diabetes, '--method knockoffs:runs=51,q=0.5 --no-evidence'),
  compare: calledBy('compare', diabetes, '--methods jmi mrmr rrelieff -k 3 --repeats 6 --learner linear'),
  'evidence of steps': selection(diabetes, '-k 4 --folds 5 --repeats 3 --learner linear'),
  'evidence of sets': selection(diabetes, '--method exhaustive-dt --folds 3 --repeats 2'),
  'evidence of boruta': selection(
    diabetes,
    '--method boruta:runs=20 --criterion pearson --folds 5 --repeats 3',
  ),
  study: {
    words: ['bench/study.js', 'truth', '1', '--designs', '1'],
    savedIn: (folder) => ({ path: join(folder, 'truth.jsonl'), words: ['--folder', folder] }),
  },
}

/** @param {readonly string[]} data @param {string} words */
function selection(data, words) {
  return calledBy('select', data, words)
}

/** @param {string} command @param {readonly string[]} data @param {string} words @returns {Call} */
function calledBy(command, data, words) {
  const how = ['--threads', '1', '--format', 'json', '--quiet']
  return {
    words: ['dist/cli.js', command, ...data, ...words.split(' '), ...how],
    savedIn: (folder) => {
      const path = join(folder, 'checkpoint.json')
      return { path, words: ['--checkpoint', path] }
    },
  }
}

/** What became of the killed runs of one call. @typedef {{ call: string, kills: number, resumed: number, differences: number, milliseconds: number, answer: string }} Kills */

/**
 * Kills runs of each method until each has had as many kills; `note` is called with what is done so far.
 * @param {{ kills: number, folder: string, done: Record<string, Kills>, note: (done: Record<string, Kills>) => void }} run
 */
export async function killRuns({ kills, folder, done, note }) {
  mkdirSync(folder, { recursive: true })
  for (const [name, { words }] of Object.entries(resumable)) done[name] = await current(done[name], words)
  // By turns, so that a program that is stopped early has tried all.
  for (let kill = 0; kill < kills; kill++) {
    for (const [name, { words, savedIn }] of Object.entries(resumable)) {
      const own = done[name]
      if (own.kills > kill) continue
      const saved = savedIn(folder)
      await killOnce(own, [...words, ...saved.words], saved.path, drawsOf(kill + 1).below(1000) / 1000)
      if (existsSync(saved.path)) own.resumed++
      const { text, said } = await outputOf([...words, ...saved.words])
      if (answerOf(text) !== own.answer) {
        own.differences++
        console.error(`${name}, kill ${kill + 1}: ${said.split('\n')[0] || 'another answer'}`)
      }
      own.kills++
      note(done)
    }
  }
}

/**
 * Kills a run after this share of its CPU time. One that ends before took less than the run of which the time is
 * known, so its own time counts from then on.
 * @param {Kills} own
 * @param {readonly string[]} words
 * @param {string} saved
 * @param {number} share
 */
async function killOnce(own, words, saved, share) {
  for (;;) {
    rmSync(saved, { force: true })
    const { status, milliseconds } = await outputOf(words, share * own.milliseconds)
    if (status === null) return
    own.milliseconds = milliseconds
  }
}

/** A line for each method. @param {Record<string, Kills>} done */
export function linesOfKills(done) {
  return Object.entries(done).map(([method, { kills, resumed, differences }]) => ({
    method,
    kills,
    'after the first save': resumed,
    'other answers': differences,
  }))
}

/**
 * What is noted of a call, if it still has that answer; nothing is, if another program was noted.
 * @param {Kills | undefined} noted
 * @param {readonly string[]} words
 */
async function current(noted, words) {
  const whole = await wholeRun(words)
  return noted?.call === whole.call && noted.answer === whole.answer
    ? { ...noted, milliseconds: whole.milliseconds }
    : whole
}

/**
 * @param {readonly string[]} words
 * @returns {Promise<Kills>}
 */
async function wholeRun(words) {
  const { text, status, milliseconds } = await outputOf(words)
  if (status !== 0) throw new Error(`${words.join(' ')} ends with ${status}`)
  return {
    call: words.join(' '),
    kills: 0,
    resumed: 0,
    differences: 0,
    milliseconds,
    answer: answerOf(text),
  }
}

/** @param {string} text */
function answerOf(text) {
  return text.replace(/"seconds": ?[\d.e-]+/g, '"seconds":0')
}

/**
 * What a call prints and says, and its milliseconds of CPU; after so many it is killed, if these are given.
 * @param {readonly string[]} words
 * @param {number} [killedAfter]
 * @returns {Promise<{ text: string, said: string, status: number | null, milliseconds: number }>}
 */
function outputOf(words, killedAfter) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', killedRun, ...words], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, KILLED_AFTER: String(killedAfter ?? Infinity) },
      // A group of its own, which is killed whole.
      detached: true,
    })
    let text = ''
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk) => (said += chunk))
    child.on('error', reject)
    child.on('close', (status) =>
      resolve({ text, said, status, milliseconds: Number(said.split('\n').at(-1)) }),
    )
  })
}
