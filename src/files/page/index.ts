export { openBlob } from './open-file.ts'
export type { OpenedBlob } from './open-file.ts'
