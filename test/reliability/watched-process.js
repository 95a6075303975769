import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Limits of a file: seconds to read it, and megabytes of the process that does. */
export const limits = { seconds: 20, megabytes: 1500 }

/** A process is replaced after so many files, so that what one leaves behind is not held against another. */
const filesEach = 2000

const script = fileURLToPath(new URL('reading-child.js', import.meta.url))
const pageBytes = 4096

/** @typedef {import('./reading-child.js').Outcome} Outcome */
/** @typedef {{ outcome: Outcome, seconds: number }} Reading */

/** A process that reads files one after the other; one that hangs, crashes or grows is replaced. */
export class ReaderProcess {
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null
  #files = 0

  /** @param {import('./reading-child.js').Job} job @returns {Promise<Reading>} */
  async read(job) {
    const child = this.#child ?? (await this.#start())
    const start = performance.now()
    const outcome = await outcomeOf(child, job)
    const seconds = (performance.now() - start) / 1000
    this.#files++
    const isOver = outcome.megabytes > limits.megabytes
    const isLost = ['crash', 'hang', 'growth'].includes(outcome.fault ?? '')
    if (isLost || isOver || this.#files >= filesEach) await this.close()
    if (outcome.outcome === 'fault' || !isOver) return { outcome, seconds }
    return {
      outcome: { ...outcome, outcome: 'fault', fault: 'growth', detail: `${outcome.megabytes} MB` },
      seconds,
    }
  }

  async #start() {
    const child = fork(script, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--max-old-space-size=1000'],
    })
    this.#child = child
    this.#files = 0
    await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', (code) => reject(new Error(`the reading process did not start: exit code ${code}`)))
    })
    child.removeAllListeners('exit')
    return child
  }

  /** Ends the process. */
  async close() {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
}

/**
 * What a process says of a file, or how it ended.
 * @param {import('node:child_process').ChildProcess} child
 * @param {import('./reading-child.js').Job} job
 * @returns {Promise<Outcome>}
 */
function outcomeOf(child, job) {
  /** @type {(outcome: Outcome) => void} */
  let resolve = () => {}
  /** @type {Promise<Outcome>} */
  const promise = new Promise((settle) => (resolve = settle))
  let errors = ''
  const listen = (/** @type {Buffer} */ block) => (errors = `${errors}${block.toString()}`.slice(-500))
  const fault = (/** @type {string} */ fault, detail = '') =>
    resolve({ outcome: 'fault', fault, detail, megabytes: megabytesOf(child) })
  const end = (/** @type {number | null} */ code, /** @type {string | null} */ signal) =>
    fault('crash', `${signal ?? `exit code ${code}`} ${errors}`)
  const late = setTimeout(() => fault('hang', `${limits.seconds} s`), limits.seconds * 1000)
  const watch = setInterval(() => {
    if (megabytesOf(child) > limits.megabytes) fault('growth', `${megabytesOf(child)} MB`)
  }, 200)
  child.stderr?.on('data', listen)
  child.once('message', resolve)
  child.once('exit', end)
  child.send(job)
  return promise.finally(() => {
    clearTimeout(late)
    clearInterval(watch)
    child.stderr?.off('data', listen)
    child.off('message', resolve)
    child.off('exit', end)
  })
}

/** The memory of a process; 0 where the system does not show it. @param {{ pid?: number | undefined }} child */
function megabytesOf({ pid }) {
  try {
    return Math.round(
      (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes) / (1 << 20),
    )
  } catch {
    return 0
  }
}
