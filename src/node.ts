export { openReducible, openSource, readTable } from '#files'
export type { Closable, OpenOptions, ReadOptions, Reducible } from '#files'
