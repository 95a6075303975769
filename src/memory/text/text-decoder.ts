/** The encoding of a text. */
export type TextEncodingName = 'utf-8' | 'windows-1252'

/** Characters 0x80 … 0x9f of windows-1252; a space if undefined. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Returns a function that decodes bytes. (Some platforms decode 0x80 to 0x9f wrongly.) */
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

/** Whether bytes are not text: one of them is zero, or not a character of windows-1252. */
export function isNoText(bytes: Uint8Array, encoding: TextEncodingName): boolean {
  if (bytes.includes(0)) return true
  return (
    encoding === 'windows-1252' && bytes.some((byte) => byte >> 5 === 4 && windows1252[byte - 0x80] === ' ')
  )
}
