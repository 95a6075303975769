import { getHeapStatistics } from 'node:v8'
import { printError } from './terminal.ts'

/** Milliseconds between two looks, and how many in turn must find no room: what is full only before a collection is not full. */
const every = 100
const looks = 3

/** The part of the heap that Node keeps for new objects, beside the limit that a user sets. */
const youngBytes = 64 * 2 ** 20

/**
 * Ends the process in one line shortly before Node would abort it for want of memory. Numbers lie outside the heap; what fills it
 * are texts, most of them different.
 */
export function watchHeap(): void {
  let full = 0
  const look = () => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    full = used > 0.95 * (limit - youngBytes) ? full + 1 : 0
    if (full < looks) return
    printError(
      `too little memory: Node may use ${Math.floor(limit / 2 ** 20)} MB, which the texts of the data exceed (give more, as with NODE_OPTIONS=--max-old-space-size=8192, or leave out columns with --drop)`,
    )
    // Temporary files are removed at the exit.
    process.exit(1)
  }
  setInterval(look, every).unref()
}
