// A client of sessions that run elsewhere, in a worker or at a server.
export { connectTo, connectWorker } from './client.ts'
export type { HostedFile, HostWorker } from './client.ts'
export type { ListedSets } from './listed-sets.ts'
export type { FileFacts } from './messages.ts'
