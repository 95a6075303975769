import { totalmem } from 'node:os'
import { giga, leastBytes, memoryBytes } from '../sql/memory-amount.ts'

/** The bytes that the engine may use: an amount such as `4GB`, or half of the memory of the machine or container. */
export function memoryLimit(amount: string | undefined): number {
  return amount === undefined ? halfOfMachine() : memoryBytes(amount)
}

/** At least 1 GB if the machine has that much. */
function halfOfMachine(): number {
  const constrained = process.constrainedMemory()
  const all = constrained > 0 ? Math.min(totalmem(), constrained) : totalmem()
  return Math.max(all / 2, Math.min(all, giga), leastBytes)
}
