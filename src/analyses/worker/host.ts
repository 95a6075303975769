import { listen } from '#memory'
import type { ToHost } from '../client/messages.ts'
import { openPageFile, serveSessions } from './serve-sessions.ts'

/* The worker: runs the calls of sessions on its own thread, and reads files itself. */

const server = serveSessions({ openFile: openPageFile })

listen((message, reply) => server.take(message as ToHost, (answer) => reply(answer, [])))
