import { readFileSync } from 'node:fs'

/** The clock of the processes of a run ticks so often in a second. */
const ticks = 100

/** The milliseconds of CPU of this process and of those that it made; its own alone where the system does not show others. */
export function millisecondsOfRun() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + ticksOfOthers() * (1000 / ticks)
}

function ticksOfOthers() {
  try {
    // Those that have ended, then those that have not.
    const [, ended] = ticksOf('self')
    const others = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
    return others.reduce((sum, pid) => sum + ticksOf(pid)[0], ended)
  } catch {
    return 0
  }
}

/** The ticks of a process, and of those of its own that have ended. @param {string} pid @returns {readonly [number, number]} */
function ticksOf(pid) {
  // The name of the process, in brackets, may have blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number)
  return [fields[11] + fields[12], fields[13] + fields[14]]
}
