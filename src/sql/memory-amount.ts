import { CribaError } from '#core'

const kilo = 1024
export const mega = 1024 * kilo
export const giga = 1024 * mega
/** Engines need at least this much. */
export const leastBytes = 64 * mega

const units: Readonly<Record<string, number>> = { '': 1, K: kilo, M: mega, G: giga, T: 1024 * giga }

/** The bytes of an amount such as `4GB`, `512 MB` or `1000`; NaN where it is none. */
export function bytesOfAmount(amount: string): number {
  const found = /^\s*(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?\s*$/i.exec(amount)
  const bytes = found ? Math.floor(Number(found[1]) * units[found[2].toUpperCase()]) : NaN
  return Number.isSafeInteger(bytes) ? bytes : NaN
}

/** The bytes of an amount of memory, as much as an engine needs or more. */
export function memoryBytes(amount: string): number {
  const bytes = bytesOfAmount(amount)
  if (bytes >= leastBytes) return bytes
  throw new CribaError('invalid', `invalid memory: ${amount} (needs an amount such as 4GB, 64MB or more)`)
}

/** Formats an amount of memory for engines and for messages. */
export function formatBytes(bytes: number): string {
  return `${Math.floor(bytes / mega)}MiB`
}
