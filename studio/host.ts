import { openPageFile, serveSessions } from '#analyses/worker'
import type { ToHost } from '#analyses/worker'
import { listen } from '#memory'
import type { Reported } from '#report/on-demand'

// The worker of the page: sessions, files and reports, off the thread that draws.
const server = serveSessions({
  openFile: openPageFile,
  report: async (result, data, run) =>
    (await import('#report/on-demand')).pageOfResult(result as Reported, data, run),
})

listen((message, reply) => server.take(message as ToHost, (answer) => reply(answer, [])))
