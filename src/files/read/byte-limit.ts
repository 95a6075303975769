import { CribaError } from '#core'
import { bytesOfAmount, formatBytes } from '#sql'

/** By default a file may become so many bytes, or so many times its own size if that is more. */
const usualBytes = bytesOfAmount('16GB')
const usualTimes = 100

/** The bytes of an amount such as `64GB`. */
export function limitOf(amount: string): number {
  const bytes = bytesOfAmount(amount)
  if (bytes >= 1) return bytes
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
      `too large: ${this.#label} (unpacked it has more than ${formatBytes(this.#most)}: ${remedy})`,
    )
  }
}
