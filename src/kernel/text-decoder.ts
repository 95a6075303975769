/** How the bytes of a text become characters. */
export type TextEncodingName = 'utf-8' | 'windows-1252'

/** Bytes 0x80…0x9f of windows-1252; a space where it has no character. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** A function that decodes bytes. (Not every platform's own decoder has the characters from 0x80 to 0x9f.) */
export function textDecoder(encoding: TextEncodingName): (bytes: Uint8Array) => string {
  if (encoding === 'windows-1252') return fromWindows1252
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return (bytes) => decoder.decode(bytes)
}

function fromWindows1252(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte >> 5 === 4 ? windows1252[byte - 0x80] : String.fromCharCode(byte)
  return text
}

/** Whether bytes are UTF-8 throughout. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Whether bytes are no text: one of them is zero, or in windows-1252 one that has no character. */
export function isNoText(bytes: Uint8Array, encoding: TextEncodingName): boolean {
  if (bytes.includes(0)) return true
  return (
    encoding === 'windows-1252' && bytes.some((byte) => byte >> 5 === 4 && windows1252[byte - 0x80] === ' ')
  )
}
