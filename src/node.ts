export { openReducible, openSource, readTable } from './files/open.ts'
export type { Closable, OpenOptions, ReadOptions, Reducible } from './files/open.ts'
