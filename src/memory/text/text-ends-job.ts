import type { Job } from '../threads/job.ts'
import { readBeyond } from './text-chunk.ts'
import type { TextFormat } from './text-chunk.ts'

/** The end of the last whole record in bytes that start with a record; 0 if none ends. */
export const textEndsJob: Job<TextFormat, Uint8Array, number> = {
  name: 'text-ends',
  open: (kernels, { separator, quote, comment }) => {
    const arena = kernels.arena()
    const { top } = arena
    return (input) => {
      arena.release(top)
      const bytes = arena.copyOfBytes(input, readBeyond)
      return kernels.run.endOfRecords(bytes.address, input.length, separator, quote, comment)
    }
  },
}
