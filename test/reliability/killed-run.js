// Loaded before a run that is to be killed. Its clock is fifty times as fast, so that what is done is saved as often;
// after so many milliseconds of CPU it kills itself and its processes, and one that ends says how many it took. By CPU, as
// that is how far it has come, however busy the machine is.
import { writeSync } from 'node:fs'
import { isMainThread, Worker } from 'node:worker_threads'
import { millisecondsOfRun } from './run-clock.js'

const now = performance.now.bind(performance)
performance.now = () => 50 * now()

// The processes of a run have this variable no more.
const most = Number(process.env['KILLED_AFTER'] ?? NaN)
delete process.env['KILLED_AFTER']

if (isMainThread && !Number.isNaN(most)) {
  // The first thread is busy. The processes of a run are a group.
  const watch = `import(${JSON.stringify(new URL('run-clock.js', import.meta.url).href)}).then(({ millisecondsOfRun }) =>
    setInterval(() => {
      if (millisecondsOfRun() > ${most}) process.kill(-process.pid, 'SIGKILL')
    }, 2))`
  if (most < Infinity) new Worker(watch, { eval: true, execArgv: [] }).unref()
  process.on('exit', () => writeSync(2, `\n${millisecondsOfRun()}`))
}
