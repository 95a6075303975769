export { inspectEvents } from '../scope/events.ts'
