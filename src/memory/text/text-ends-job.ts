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
      const bytes = arena.bytes(input.length + readBeyond)
      bytes.view.set(input)
      bytes.view.fill(0, input.length)
      return kernels.run.endOfRecords(bytes.address, input.length, separator, quote, comment)
    }
  },
}
