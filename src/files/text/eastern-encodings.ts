/** An encoding of eastern Asia, or UTF-16 without its mark, that a text has, and a word as it is in it. */
export interface EasternEncoding {
  readonly name: string
  readonly meant: string
}

/** The letters of a language: texts have hardly any others beyond ASCII, and so many of their own. */
interface EasternLetters {
  readonly name: string
  readonly letters: RegExp
  readonly own: RegExp
  readonly least: number
}

/** Signs in texts of the east: marks in tables, numbers in circles, squares. */
const signs =
  '\u00b0\u00b1\u00d7\u00f7\u2010-\u2026\u2190-\u21ff\u2200-\u22ff\u2460-\u24ff\u25a0-\u266f\u3200-\u33ff'
const withSigns = ({ source }: RegExp) => new RegExp(`${source.slice(0, -1)}${signs}]`)
const chinese = /[\u3000-\u303f\u4e00-\u9fff\uff01-\uff5e\uffe0-\uffe6]/
const japanese = /[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e\uffe0-\uffe6]/

/** In the order in which they are tried: texts of the first ones are seldom valid in them by chance. */
const candidates: readonly EasternLetters[] = [
  { name: 'shift_jis', letters: withSigns(japanese), own: japanese, least: 0.8 },
  { name: 'euc-jp', letters: withSigns(japanese), own: /[\u3041-\u30ff]/, least: 0.2 },
  {
    name: 'euc-kr',
    letters: /[\u3000-\u303f\uac00-\ud7a3\uff01-\uff5e]/,
    own: /[\uac00-\ud7a3]/,
    least: 0.8,
  },
  { name: 'gb18030', letters: chinese, own: chinese, least: 0.95 },
  { name: 'big5', letters: chinese, own: chinese, least: 0.95 },
]

/** Fewer letters show no encoding. */
const fewest = 6
/** Letters of the west stand alone among those of ASCII; those of two bytes do not. */
const mostAlone = 0.3

/** The encoding of eastern Asia that a text in whole lines has; `null` if it is none for certain. */
export function easternEncoding(bytes: Uint8Array): EasternEncoding | null {
  if (shareAlone(bytes) > mostAlone) return null
  for (const { name, letters, own, least } of candidates) {
    const text = decoded(bytes, name)
    if (text === null) continue
    const beyond = [...text].filter((letter) => letter > '\x7f')
    const shareOf = (kind: RegExp) => beyond.filter((letter) => kind.test(letter)).length / beyond.length
    if (beyond.length < fewest || shareOf(letters) < 0.95 || shareOf(own) < least) continue
    if (name === 'gb18030' && !areCommon(bytes)) continue
    return { name, meant: firstWord(text) }
  }
  return null
}

/** UTF-16 whose text is mostly ASCII: every other byte is 0. */
export function unmarkedUtf16(bytes: Uint8Array): EasternEncoding | null {
  const zeros = [0, 0]
  bytes.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2]++
  })
  const half = bytes.length / 2
  const isBig = zeros[0] > half / 2 && zeros[1] === 0
  const isLittle = zeros[1] > half / 2 && zeros[0] === 0
  if (!isBig && !isLittle) return null
  const name = isBig ? 'utf-16be' : 'utf-16le'
  const text = decoded(bytes.subarray(0, bytes.length - (bytes.length % 2)), name)
  return text === null ? null : { name, meant: text.trim().split(/\s/)[0] }
}

function decoded(bytes: Uint8Array, name: string): string | null {
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * The share of bytes beyond ASCII without another one near them; the second byte of a letter may be ASCII.
 */
function shareAlone(bytes: Uint8Array): number {
  let all = 0
  let alone = 0
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] < 0x80) continue
    all++
    if (![-2, -1, 1, 2].some((step) => bytes[i + step] >= 0x80)) alone++
  }
  return all === 0 ? 1 : alone / all
}

/** Whether most letters of two bytes are of the common ones of GB2312, which Big5 has elsewhere. */
function areCommon(bytes: Uint8Array): boolean {
  let pairs = 0
  let common = 0
  for (let i = 0; i + 1 < bytes.length; i++) {
    if (bytes[i] < 0x80) continue
    pairs++
    if (bytes[i] >= 0xb0 && bytes[i] <= 0xf7 && bytes[i + 1] >= 0xa1) common++
    i++
  }
  return common >= 0.7 * pairs
}

function firstWord(text: string): string {
  return /[^\0-\x7f]{1,12}/.exec(text)![0]
}
