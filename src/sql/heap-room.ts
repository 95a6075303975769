import { CribaError } from '#core'
import { formatBytes, mega } from './memory-amount.ts'

/** About the bytes of a level: a short text, and its places in a list and in a map. */
export const bytesOfLevel = 128

/** What is kept may take this share of the heap: the rest is for what is there for a moment. */
const shareOfKept = 0.75

/** About what the program itself takes of the heap. */
const bytesOfProgram = 64 * mega

/**
 * The bytes of a heap of so many that are for data: texts and what is kept of columns, whose numbers stand beside it.
 */
export function heapForData(limit: number): number {
  return Math.max(limit - bytesOfProgram, limit / 4)
}

/** Whether bytes fit into what a heap has for data. */
export function fitsHeap(bytes: number, heap: number): boolean {
  return bytes <= shareOfKept * heap
}

/** Refuses what would not fit into the heap: there Node ends at once, and says nothing of the data. */
export function checkHeap(
  what: string,
  bytes: number,
  heap: number,
  remedy = 'leave columns out with --drop',
): void {
  if (fitsHeap(bytes, heap)) return
  const enough = 100 * Math.ceil((bytes / shareOfKept + bytesOfProgram) / mega / 100)
  throw new CribaError(
    'too-large',
    `too large for memory: ${what} take about ${formatBytes(bytes)}, and Node has ${formatBytes(heap)} for them (${remedy}, or set NODE_OPTIONS=--max-old-space-size=${enough})`,
  )
}
