import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Runs are repeated until this many seconds have passed, so a command of half a minute runs twice, not six
 * times.
 */
const maxSeconds = 30

/** Prints the peak memory of a process after its error output. */
const timeCommand = '/usr/bin/time'

/** @typedef {{ seconds: number, megabytes: number | null, output: string }} ProcessRun */

/**
 * Time and memory of a warm process: the median time of five runs, or fewer if they take longer than half a
 * minute, and the largest peak memory.
 * @param {readonly string[]} command
 */
export function timeProcess(command) {
  const runs = []
  const start = performance.now()
  while (runs.length < 5 && (runs.length === 0 || performance.now() - start < maxSeconds * 1000)) {
    runs.push(runProcess(command))
  }
  const seconds = runs.map((run) => run.seconds).sort((a, b) => a - b)
  const peaks = runs.map((run) => run.megabytes).filter((megabytes) => megabytes !== null)
  return {
    seconds: seconds[Math.floor(seconds.length / 2)],
    megabytes: peaks.length === 0 ? null : Math.max(...peaks),
  }
}

/**
 * Runs a process once; null if it is not installed.
 * @param {readonly string[]} command
 * @returns {ProcessRun | null}
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
 * @returns {ProcessRun}
 */
export function runProcess(command) {
  const isMeasured = existsSync(timeCommand)
  const [file, ...args] = isMeasured ? [timeCommand, '-f', '%M', ...command] : command
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(file, args, { maxBuffer: 1 << 28, encoding: 'utf8' })
  const seconds = (performance.now() - start) / 1000
  if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr}`)
  const kilobytes = isMeasured ? Number(stderr.trim().split('\n').at(-1)) : NaN
  return { seconds, megabytes: Number.isNaN(kilobytes) ? null : Math.round(kilobytes / 1024), output: stdout }
}
