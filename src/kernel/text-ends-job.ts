import type { Job } from './job.ts'
import type { TextForm } from './text-chunk.ts'

/** Where the last whole record of some bytes that begin one ends; 0 where none does. */
export const textEndsJob: Job<TextForm, Uint8Array, number> = {
  name: 'text-ends',
  open: (kernels, { separator, quote, comment }) => {
    const room = kernels.room()
    const { top } = room
    return (given) => {
      room.release(top)
      const bytes = room.bytes(given.length + 32)
      bytes.view.set(given)
      bytes.view.fill(0, given.length)
      return kernels.run.endOfRecords(bytes.address, given.length, separator, quote, comment)
    }
  },
}
