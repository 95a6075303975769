import { countSets } from '#core'
import type { Answer, Request } from '#core'

/** Keeps the values used last, in a bounded number of bytes; those used longest ago are dropped. */
export class Recent<T> {
  readonly #most: number
  readonly #kept = new Map<string, { readonly value: T; readonly bytes: number }>()
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  /** The value of a key, if it is still kept. */
  get(key: string): T | undefined {
    const found = this.#kept.get(key)
    if (!found) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found.value
  }

  /** Keeps a value; one that is larger than all that may be kept is not. */
  set(key: string, value: T, bytes: number): void {
    this.#drop(key)
    if (bytes > this.#most) return
    this.#kept.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) break
      this.#drop(oldest)
    }
  }

  clear(): void {
    this.#kept.clear()
    this.#bytes = 0
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0
    this.#kept.delete(key)
  }
}

/** Bytes of an object besides what it holds, about. */
const perObject = 64
/** Of an entropy: the rows, the two parts of its value, and the number of cells. */
const perEntropy = 32

/** The bytes that an answer needs, about. */
export function bytesOf(request: Request, answer: Answer): number {
  // Not walked through: that would compute the numbers of cells, which are made on first access.
  return perObject + (request.kind === 'entropy' ? perEntropy * countSets(request) : bytesOfValue(answer))
}

/** The bytes that plain data need, about. */
export function bytesOfValue(value: unknown): number {
  if (ArrayBuffer.isView(value)) return perObject + value.byteLength
  if (typeof value === 'string') return 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  let bytes = perObject
  for (const part of Object.values(value)) bytes += bytesOfValue(part)
  return bytes
}
