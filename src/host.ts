import { openPageFile, serveSessions } from '#analyses/worker'
import type { ToHost } from '#analyses/worker'
import { listen } from '#memory'

// The worker of `criba/worker`: it runs the calls of sessions on its own thread, and reads files itself.
const server = serveSessions({ openFile: openPageFile })

listen((message, reply) => server.take(message as ToHost, (answer) => reply(answer, [])))
