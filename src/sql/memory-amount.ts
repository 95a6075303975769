import { CribaError } from '#core'

const kilo = 1024
const mega = 1024 * kilo
export const giga = 1024 * mega
/** Engines need at least this much. */
export const leastBytes = 64 * mega

const units: Readonly<Record<string, number>> = { K: kilo, M: mega, G: giga, T: 1024 * giga }

/** Parses an amount such as `4GB` or `512 MB` into bytes. */
export function memoryBytes(amount: string): number {
  const found = /^\s*(\d+(?:\.\d+)?)\s*([KMGT])i?B?\s*$/i.exec(amount)
  const bytes = found ? Math.floor(Number(found[1]) * units[found[2].toUpperCase()]) : NaN
  if (bytes >= leastBytes && Number.isSafeInteger(bytes)) return bytes
  throw new CribaError('invalid', `invalid memory: ${amount} (needs an amount such as 4GB, 64MB or more)`)
}

/** Formats an amount of memory for engines and for messages. */
export function formatBytes(bytes: number): string {
  return `${Math.floor(bytes / mega)}MiB`
}
