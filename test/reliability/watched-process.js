import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const pageBytes = 4096

/** The clock of a process ticks so often in a second. */
const ticks = 100
/** On a busy machine a job may take so many times its CPU time. */
const patience = 15

/**
 * A script that does jobs one after the other: the most seconds of CPU of a job, the most megabytes of its process, and
 * after how many jobs the process is replaced, so that what one leaves behind is not held against another.
 * @typedef {{ script: string, seconds: number, megabytes: number, jobsEach: number }} Work
 */
/** What came of a job, as its script says it; `fault` and `detail` of one that went wrong. @typedef {{ outcome: string, fault?: string, detail?: string, megabytes: number }} Outcome */

/**
 * A process that does jobs one after the other; one that hangs, crashes or grows is replaced.
 * @template Job
 * @template {Outcome} [Done=Outcome]
 */
export class WatchedProcess {
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null
  #jobs = 0
  #work

  /** @param {Work} work */
  constructor(work) {
    this.#work = work
  }

  /** @param {Job} job @returns {Promise<{ outcome: Outcome & Partial<Done>, seconds: number }>} */
  async do(job) {
    const child = this.#child ?? (await this.#start())
    const start = performance.now()
    const outcome = /** @type {Outcome & Partial<Done>} */ (await outcomeOf(child, job, this.#work))
    const seconds = (performance.now() - start) / 1000
    this.#jobs++
    const isOver = outcome.megabytes > this.#work.megabytes
    const isLost = ['crash', 'hang', 'growth'].includes(outcome.fault ?? '')
    if (isLost || isOver || this.#jobs >= this.#work.jobsEach) await this.close()
    if (outcome.outcome === 'fault' || !isOver) return { outcome, seconds }
    return {
      outcome: { ...outcome, outcome: 'fault', fault: 'growth', detail: `${outcome.megabytes} MB` },
      seconds,
    }
  }

  async #start() {
    const script = fileURLToPath(new URL(this.#work.script, import.meta.url))
    const child = fork(script, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--max-old-space-size=1000'],
    })
    this.#child = child
    this.#jobs = 0
    await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', (code) => reject(new Error(`the process did not start: exit code ${code}`)))
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
 * What a process says of a job, or how it ended.
 * @param {import('node:child_process').ChildProcess} child
 * @param {unknown} job
 * @param {Work} limits
 * @returns {Promise<Outcome>}
 */
function outcomeOf(child, job, limits) {
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
  const before = cpuOf(child)
  const late = setTimeout(() => fault('hang', 'without an end'), patience * limits.seconds * 1000)
  const watch = setInterval(() => {
    if (cpuOf(child) - before > limits.seconds) fault('hang', `${limits.seconds} s of CPU`)
    if (megabytesOf(child) > limits.megabytes) fault('growth', `${megabytesOf(child)} MB`)
  }, 200)
  child.stderr?.on('data', listen)
  child.once('message', resolve)
  child.once('exit', end)
  child.send(/** @type {import('node:child_process').Serializable} */ (job))
  return promise.finally(() => {
    clearTimeout(late)
    clearInterval(watch)
    child.stderr?.off('data', listen)
    child.off('message', resolve)
    child.off('exit', end)
  })
}

/** The seconds of CPU of a process; 0 where the system does not show them. @param {{ pid?: number | undefined }} child */
function cpuOf({ pid }) {
  try {
    // The name of the process, in brackets, may have blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticks
  } catch {
    return 0
  }
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
