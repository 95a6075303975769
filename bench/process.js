import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Repeats end when so many seconds have gone, so that what takes half a minute is run twice and not six times. */
const patience = 30

/** Prints the peak memory of a process behind what it says itself. */
const measuring = '/usr/bin/time'

/** @typedef {{ seconds: number, megabytes: number | null, output: string }} Taken */

/**
 * What a whole process takes that has run before: the median of five runs, of fewer where they take longer than half a minute,
 * and the most memory that any of them held.
 * @param {readonly string[]} command
 */
export function timeProcess(command) {
  const runs = []
  const start = performance.now()
  while (runs.length < 5 && (runs.length === 0 || performance.now() - start < patience * 1000)) {
    runs.push(runProcess(command))
  }
  const seconds = runs.map((run) => run.seconds).sort((a, b) => a - b)
  const held = runs.map((run) => run.megabytes).filter((megabytes) => megabytes !== null)
  return {
    seconds: seconds[Math.floor(seconds.length / 2)],
    megabytes: held.length === 0 ? null : Math.max(...held),
  }
}

/**
 * Runs a process once; null where it is not installed.
 * @param {readonly string[]} command
 * @returns {Taken | null}
 */
export function tryProcess(command) {
  try {
    return runProcess(command)
  } catch {
    return null
  }
}

/**
 * Runs a process once.
 * @param {readonly string[]} command
 * @returns {Taken}
 */
export function runProcess(command) {
  const isMeasured = existsSync(measuring)
  const [file, ...args] = isMeasured ? [measuring, '-f', '%M', ...command] : command
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(file, args, { maxBuffer: 1 << 28, encoding: 'utf8' })
  const seconds = (performance.now() - start) / 1000
  if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr}`)
  const kilobytes = isMeasured ? Number(stderr.trim().split('\n').at(-1)) : NaN
  return { seconds, megabytes: Number.isNaN(kilobytes) ? null : Math.round(kilobytes / 1024), output: stdout }
}
