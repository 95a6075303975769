export { openReducible, openSource, readTable } from '#files'
export type { Closable, OpenOptions, ReadOptions, Reduced, Reducible } from '#files'
