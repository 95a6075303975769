import { totalmem } from 'node:os'
import { CribaError } from '../../spec/error.ts'

const kilo = 1024
const mega = 1024 * kilo
const giga = 1024 * mega
/** The engine needs at least this much. */
const leastBytes = 64 * mega

const units: Readonly<Record<string, number>> = { K: kilo, M: mega, G: giga, T: 1024 * giga }

/** Parses an amount such as `4GB` or `512 MB` into bytes; by default half of the machine's memory. */
export function memoryBytes(amount: string | undefined): number {
  if (amount === undefined) return halfOfMachine()
  const found = /^\s*(\d+(?:\.\d+)?)\s*([KMGT])i?B?\s*$/i.exec(amount)
  const bytes = found ? Math.floor(Number(found[1]) * units[found[2].toUpperCase()]) : NaN
  if (bytes >= leastBytes && Number.isSafeInteger(bytes)) return bytes
  throw new CribaError('invalid', `invalid memory: ${amount} (needs an amount such as 4GB, 64MB or more)`)
}

/** Formats an amount of memory for the engine and for messages. */
export function formatBytes(bytes: number): string {
  return `${Math.floor(bytes / mega)}MiB`
}

/** Half of the memory of the machine or container, but at least 1 GB if it has that much. */
function halfOfMachine(): number {
  const constrained = process.constrainedMemory()
  const all = constrained > 0 ? Math.min(totalmem(), constrained) : totalmem()
  return Math.max(all / 2, Math.min(all, giga), leastBytes)
}
