import { CribaError } from '#core'

const kilo = 1024
const mega = 1024 * kilo
const giga = 1024 * mega
const units: Readonly<Record<string, number>> = { '': 1, K: kilo, M: mega, G: giga, T: 1024 * giga }

/** By default a file may become so many bytes, or so many times its own size if that is more. */
const usualBytes = 16 * giga
const usualTimes = 100

/** The bytes of an amount such as `64GB`. */
export function limitOf(amount: string): number {
  const found = /^\s*(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?\s*$/i.exec(amount)
  const bytes = found ? Math.floor(Number(found[1]) * units[found[2].toUpperCase()]) : NaN
  if (bytes >= 1 && Number.isSafeInteger(bytes)) return bytes
  throw new CribaError('invalid', `invalid limit of bytes: ${amount} (needs an amount such as 64GB)`)
}

/** Counts the bytes that are made of a file, and refuses more than its limit. */
export class ByteLimit {
  readonly #label: string
  readonly #most: number
  #bytes = 0

  /** `size`: the bytes of the file as it stands; `limit`: the most that the user allows. */
  constructor(label: string, size: number, limit: number | undefined) {
    this.#label = label
    this.#most = limit ?? Math.max(usualBytes, usualTimes * size)
  }

  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= this.#most) return
    const remedy = 'if that is right, allow more, as with --limit-bytes 64GB'
    throw new CribaError(
      'too-large',
      `too large: ${this.#label} (unpacked it has more than ${shown(this.#most)}: ${remedy})`,
    )
  }
}

function shown(bytes: number): string {
  const [unit, size] = Object.entries(units).findLast(([, size]) => bytes >= size) ?? ['', 1]
  return `${Number((bytes / size).toFixed(1))} ${unit}${unit === '' ? 'bytes' : 'B'}`
}
