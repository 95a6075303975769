import { textDecoder } from '#memory'
import { findEncoding } from './encodings.ts'
import { bytesOf } from './text-head.ts'

/** An encoding that a text rather has than windows-1252, and a word as it is in both. */
export interface LikelyEncoding {
  readonly name: string
  readonly read: string
  readonly meant: string
}

/** Letters beyond ASCII of languages of western Europe, which windows-1252 was made for. */
const western = [
  'àâçèéêëîïôœùûüÿ', // French
  'äöüß', // German
  'áéíñóúü', // Spanish
  'àáâãçéêíóôõúü', // Portuguese
  'àèéìíîòóùú', // Italian
  'àçèéíïòóúü', // Catalan
  'áèéêëíïóöü', // Dutch
  'åäöæøéü', // Danish, Norwegian, Swedish
  'áæéíðóöúýþ', // Icelandic
  'äöåõüšž', // Finnish, Estonian
]
const central = ['óąćęłńśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ']
const cyrillic = ['абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґў']
/** The letters that are most of any Russian text. */
const frequent = /[оеаинтсрвл]/g

const candidates: readonly (readonly [name: string, languages: readonly string[]])[] = [
  ['windows-1250', central],
  ['iso-8859-2', central],
  ['windows-1251', cyrillic],
  ['koi8-r', cyrillic],
  ['ibm866', cyrillic],
  ['macintosh', western],
  ['cp850', western],
  ['cp852', central],
]

/** So many different words show an encoding, and so many if each of them may be of some western language. */
const mostWords = 1000
const leastWords = { sure: 3, doubtful: 8 }

/**
 * The encoding that the words of a text show, if they hardly are of windows-1252: almost all are of the alphabet of one
 * language in it, and most of no language in windows-1252, or not all of one. `text` has a character for each byte.
 */
export function likelyEncoding(text: string): LikelyEncoding | null {
  const all = new Set(text.match(/[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*/g))
  const words = [...all].slice(0, mostWords).map(bytesOf)
  if (words.length < leastWords.sure) return null
  const read = words.map(textDecoder('windows-1252'))
  const own = read.map((word) => western.filter((letters) => isOf(word, letters)))
  const unexplained = own.filter((languages) => languages.length === 0).length / words.length
  const ofOne = Math.max(...western.map((letters) => own.filter((all) => all.includes(letters)).length))
  let best = { share: 0.9, found: null as LikelyEncoding | null }
  for (const [name, languages] of candidates) {
    const meant = words.map(decoderOf(name))
    const other = meant.findIndex((word, i) => word !== read[i])
    if (!areOther(meant, read)) continue
    for (const letters of languages) {
      const fit = meant.filter((word) => isOf(word, letters)).length / words.length
      const isMany = words.length >= leastWords.doubtful && ofOne <= 0.8 * words.length
      const isSure = unexplained >= 0.5 || (fit === 1 && isMany)
      const share = languages === cyrillic && fit >= 0.9 ? shareOfFrequent(meant) + 0.5 : fit
      if (!isSure || fit < 0.9 || share <= best.share) continue
      best = { share, found: { name, read: read[other], meant: meant[other] } }
    }
  }
  return best.found
}

function decoderOf(name: string): (bytes: Uint8Array) => string {
  const decode = findEncoding(name)!.decoder()
  return (bytes) => decode(bytes)
}

/** Whether enough words, and several letters, are others in the two encodings. */
function areOther(meant: readonly string[], read: readonly string[]): boolean {
  const words = meant.filter((word, i) => word !== read[i])
  const letters = new Set(
    meant.flatMap((word, i) => [...word].filter((letter, at) => letter !== read[i][at])),
  )
  return words.length >= leastWords.sure && letters.size >= 2
}

/** Signs that stand before or after a word, and those between the parts of one. */
const around = /^[“”„«»‘’‚‹›¿¡°ºª§µ±–—…\xa0·•]+|[“”„«»‘’‹›°ºª²³¹®©™€£…–—\xa0·•]+$/g
const between = /[’‘\xa0\xad·]/

/** A capital beyond ASCII within a word of small letters. */
const strayCapital = /\p{Ll}(?![A-Z])\p{Lu}|\p{L}(?![A-Z])\p{Lu}\p{Ll}/u

/** Whether the letters of a word beyond ASCII are all of an alphabet; a capital follows no small letter. */
function isOf(word: string, alphabet: string): boolean {
  const isCyrillic = alphabet === cyrillic[0]
  return word
    .replace(around, '')
    .split(between)
    .every(
      (part) =>
        !strayCapital.test(part) &&
        [...part].every((letter) =>
          letter < '\x80' ? !isCyrillic && letter !== ' ' : alphabet.includes(letter.toLowerCase()),
        ),
    )
}

/** How much of a text are the most frequent letters of Russian. */
function shareOfFrequent(words: readonly string[]): number {
  const all = words.join('').toLowerCase()
  return (all.match(frequent) ?? []).length / all.length
}
