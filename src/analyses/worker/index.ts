// What hosts sessions: a worker, or a server.
export { fromLine, toLine } from '../client/messages.ts'
export type { ToHost } from '../client/messages.ts'
export { openPageFile, serveSessions } from './serve-sessions.ts'
export type { ServedFile, SessionServer } from './serve-sessions.ts'
