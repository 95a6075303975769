import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { heapForData } from '../heap-room.ts'
import { giga, leastBytes, memoryBytes } from '../memory-amount.ts'

/**
 * Of the memory that an embedded engine may use, as much again is for rows that are read into that of the
 * analysis.
 */
const shareOfRows = 0.5

/** The bytes that rows may take in the memory of an analysis beside an engine that may use so much itself. */
export function rowMemoryOf(engineBytes: number): number {
  return engineBytes * shareOfRows
}

/**
 * The bytes that an embedded engine may use: an amount such as `4GB`, or half of the memory of the machine or
 * container.
 */
export function engineMemory(amount: string | undefined): number {
  return amount === undefined ? halfOfMachine() : memoryBytes(amount)
}

/** At least 1 GB if the machine has that much. */
function halfOfMachine(): number {
  const constrained = process.constrainedMemory()
  const all = constrained > 0 ? Math.min(totalmem(), constrained) : totalmem()
  return Math.max(all / 2, Math.min(all, giga), leastBytes)
}

/** The bytes that the heap of Node has for data. */
export function heapBytes(): number {
  return heapForData(getHeapStatistics().heap_size_limit)
}
