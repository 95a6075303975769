import { totalmem } from 'node:os'
import { CribaError } from '../../spec/error.ts'

const kilo = 1024
const mega = 1024 * kilo
const giga = 1024 * mega
/** With less the engine cannot work. */
const leastBytes = 64 * mega

const units: Readonly<Record<string, number>> = { K: kilo, M: mega, G: giga, T: 1024 * giga }

/** An amount such as `4GB` or `512 MB` in bytes; without one, half of the memory of the machine. */
export function memoryBytes(amount: string | undefined): number {
  if (amount === undefined) return halfOfMachine()
  const found = /^\s*(\d+(?:\.\d+)?)\s*([KMGT])i?B?\s*$/i.exec(amount)
  const bytes = found ? Math.floor(Number(found[1]) * units[found[2].toUpperCase()]) : NaN
  if (bytes >= leastBytes && Number.isSafeInteger(bytes)) return bytes
  throw new CribaError('invalid', `invalid memory: ${amount} (needs an amount such as 4GB, 64MB or more)`)
}

/** An amount of memory as it is written for the engine and in messages. */
export function formatBytes(bytes: number): string {
  return `${Math.floor(bytes / mega)}MiB`
}

/** Half of the memory that the machine has or a container may use, but 1 GB where there is so much. */
function halfOfMachine(): number {
  const constrained = process.constrainedMemory()
  const all = constrained > 0 ? Math.min(totalmem(), constrained) : totalmem()
  return Math.max(all / 2, Math.min(all, giga), leastBytes)
}
