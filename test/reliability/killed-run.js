// Loaded before a run that is to be killed. Its clock is fifty times as fast, so that what is done is saved as often;
// after so many milliseconds of CPU it kills itself, and one that ends says how many it took. By CPU, as that is how far
// it has come, however busy the machine is.
import { writeSync } from 'node:fs'
import { isMainThread, Worker } from 'node:worker_threads'

const now = performance.now.bind(performance)
performance.now = () => 50 * now()

if (isMainThread) {
  const most = Number(process.env['KILLED_AFTER'] ?? Infinity)
  // The first thread is busy.
  const watch = `setInterval(() => {
    const { user, system } = process.cpuUsage()
    if ((user + system) / 1000 > ${most}) process.kill(process.pid, 'SIGKILL')
  }, 2)`
  if (most < Infinity) new Worker(watch, { eval: true, execArgv: [] }).unref()
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    writeSync(2, `\n${(user + system) / 1000}`)
  })
}
