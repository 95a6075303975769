/** All numbers of an answer, bit for bit, as text. */
export function bitsOf(value: unknown): string {
  if (typeof value === 'number') return bitsOf(Float64Array.of(value))
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, part]) => `${key}:${bitsOf(part)}`)
    .join(' ')
}
