/**
 * Between pictures, after one that may be coloured or not, after a virama, and where an Arabic letter would
 * join the next.
 */
const kept =
  /(?<=\p{ExtPict}\ufe0f?|\p{EMod})\u200d(?=\p{ExtPict})|(?<=\p{ExtPict})\ufe0f|\ufe0f(?=\u20e3)|(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]|(?<=\p{sc=Arab})(?<![\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0688-\u0699\u06d2])\u200c(?=\p{sc=Arab})/u

/** Signs that a font may show as nothing, the separators of lines, and the signs of annotations. */
const unseen = new RegExp(`(?!${kept.source})[\\p{DI}\\u2028\\u2029\\ufff9-\\ufffb]`, 'gu')

/**
 * A text in which signs that nobody would see are written as in a program, `\u{202e}`: those that turn the
 * direction of text, joiners, blanks without width, tags, soft hyphens. Those that visibly shape what is
 * around them stay. It is for screens, not for data.
 */
export function showUnseen(text: string, write = (code: string) => `\\u{${code}}`): string {
  return text.replace(unseen, (sign) => write(sign.codePointAt(0)!.toString(16)))
}
