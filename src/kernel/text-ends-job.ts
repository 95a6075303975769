import type { Job } from './job.ts'
import { readBeyond } from './text-chunk.ts'
import type { TextForm } from './text-chunk.ts'

/** The end of the last whole record in some bytes, which begin with a record; 0 where none ends. */
export const textEndsJob: Job<TextForm, Uint8Array, number> = {
  name: 'text-ends',
  open: (kernels, { separator, quote, comment }) => {
    const arena = kernels.arena()
    const { top } = arena
    return (given) => {
      arena.release(top)
      const bytes = arena.bytes(given.length + readBeyond)
      bytes.view.set(given)
      bytes.view.fill(0, given.length)
      return kernels.run.endOfRecords(bytes.address, given.length, separator, quote, comment)
    }
  },
}
