import { countSets } from '#core'
import type { Answer, Request } from '#core'

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
