/** The marks of a character of ASCII in numbers and times of any format: it may occur, it may come first. */
const may = { occur: 1, comeFirst: 2 } as const

const kinds = new Uint8Array(0x80)
// Exponents, infinities, halves of the day, time zones, and the blanks around a text.
for (const character of "aefimnptyzAEFIMNPTYZ:/%'\t\n\v\f\r ") kinds[character.charCodeAt(0)] = may.occur
for (const character of '-+.,0123456789iI$') kinds[character.charCodeAt(0)] = may.occur | may.comeFirst

const start = /^\s*[-+.,\diI\p{Sc}]/u

/**
 * Whether a text may be a number or a time of any format by its characters: how it starts, and that none occurs that
 * they never have. Most texts are ruled out by a look at a few characters.
 */
export function mayBeValue(text: string): boolean {
  const first = text.charCodeAt(0)
  const isKnown = first > 0x20 && first < 0x80
  if (isKnown ? (kinds[first] & may.comeFirst) === 0 : !start.test(text)) return false
  for (let i = 1; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80 && kinds[unit] === 0) return false
  }
  return true
}
