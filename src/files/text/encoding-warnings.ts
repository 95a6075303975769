import { MendableError, remedy } from '#core'
import type { CribaError, Remedy, TextOptions, Warning } from '#core'
import { textDecoder } from '#memory'
import { easternEncoding, unmarkedUtf16 } from './eastern-encodings.ts'
import type { EasternEncoding } from './eastern-encodings.ts'
import { bytesBefore, doubled, findEncoding, lost, twice } from './encodings.ts'
import { startOfBytes } from './text-bytes.ts'
import type { NotText } from './text-faults.ts'
import type { TextFile } from './text-file.ts'
import { binaryString, bytesOf } from './text-head.ts'

/** So much of a text that is not UTF-8 is searched for what it may be instead. */
const searchedBytes = 1 << 20

/**
 * Warnings about texts that were read in an encoding that hardly is theirs, and about letters that are lost.
 */
export async function encodingWarnings(
  files: readonly TextFile[],
  { encoding }: TextOptions,
): Promise<Warning[]> {
  if (encoding !== undefined) return files.flatMap(lostWarnings)
  const other = files.find((file) => file.encoding === 'windows-1252')
  const found = other ? remedyOf(await likelyIn(other)) : twiceIn(files)
  if (!found) return files.slice(0, 1).flatMap(lostWarnings)
  return [{ code: 'frame', message: `${found.why}; ${found.option} mends it`, remedy: found }]
}

/** The error about a file that is no text, with the encoding in which it may be one. */
export async function encodingError(error: NotText, file: Pick<TextFile, 'given'>): Promise<CribaError> {
  const mend = remedyOf(await likelyIn(file))
  if (!mend) return error
  const message = `unreadable file: ${error.label} is neither UTF-8 nor windows-1252; ${mend.why}: ${mend.option}`
  return new MendableError('unreadable', message, mend, { cause: error })
}

async function likelyIn({ given }: Pick<TextFile, 'given'>): Promise<LikelyEncoding | null> {
  const found = await startOfBytes(given, searchedBytes)
  const start = found.subarray(0, searchedBytes)
  if (start.includes(0)) return asRead(unmarkedUtf16(start), start)
  const lines = found.length < searchedBytes ? start : start.subarray(0, start.lastIndexOf(0x0a) + 1)
  return likelyEncoding(binaryString(start)) ?? asRead(easternEncoding(lines), lines)
}

/** An encoding of more than one byte, with what its first word was read as. */
function asRead(found: EasternEncoding | null, bytes: Uint8Array): LikelyEncoding | null {
  if (!found) return null
  const read = /[^\0-\x7f]+/.exec(textDecoder('windows-1252')(bytes))
  return { ...found, read: read ? read[0].slice(0, 2 * found.meant.length) : '' }
}

function remedyOf(found: LikelyEncoding | null): Remedy | null {
  if (!found) return null
  const { name, read, meant } = found
  const shown = read === '' ? meant : `${meant}, not ${read}`
  return remedy({ encoding: name }, `the letters look like those of ${name} (${shown})`, null)
}

/** UTF-8 that was taken for windows-1252, and written as UTF-8: a character for each byte. */
const written =
  /(?:[A-Za-z]|[\xc2-\xe2][\x80-\xbf]+)*\xc3[\x82-\xa2](?:[\xc2-\xe2][\x80-\xbf]+)(?:[A-Za-z]|[\xc2-\xe2][\x80-\xbf]+)*/g

function twiceIn(files: readonly TextFile[]): Remedy | null {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const before = (text: string) => decoder.decode(bytesBefore(text))
  for (const { text, isWhole } of files) {
    if (!doubled.test(text)) continue
    const words = [...new Set(text.match(written))]
    if (words.length < 2) continue
    try {
      const [example] = words.map((word) => decoder.decode(bytesBefore(word)))
      const lines = isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1)
      before(decoder.decode(bytesBefore(lines)))
      return remedy(
        { encoding: twice },
        `the text was written as UTF-8 twice (${before(example)}, not ${example})`,
        null,
      )
    } catch {
      // Some of its letters are what they seem.
    }
  }
  return null
}

/** Letters that were replaced by a mark before the text was saved: no option brings them back. */
function lostWarnings({ text }: TextFile): Warning[] {
  if (!text.includes(lost)) return []
  const words = new Set(text.match(/[A-Za-z]*(?:\xef\xbf\xbd[A-Za-z]*)+/g))
  const [example] = [...words].map((word) => word.replaceAll(lost, '\ufffd'))
  const message = `letters are lost: the text has marks in their place (${example}); only an export in UTF-8 from its source brings them back`
  return [{ code: 'frame', message }]
}

/** An encoding that a text rather has than windows-1252, and a word as it is in both. */
interface LikelyEncoding {
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
 * The encoding that the words of a text show, if they hardly are of windows-1252: almost all are of the
 * alphabet of one language in it, and most of no language in windows-1252, or not all of one. `text` has a
 * character for each byte.
 */
function likelyEncoding(text: string): LikelyEncoding | null {
  const all = new Set(text.match(/[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*/g))
  const words = [...all].slice(0, mostWords).map(bytesOf)
  if (words.length < leastWords.sure) return null
  const read = words.map(textDecoder('windows-1252'))
  const own = read.map((word) => western.filter((letters) => isOf(word, letters)))
  const strange = own.filter((languages) => languages.length === 0).length
  const unexplained = strange / words.length
  const ofOne = Math.max(...western.map((letters) => own.filter((all) => all.includes(letters)).length))
  let best = { share: 0.9, found: null as LikelyEncoding | null }
  for (const [name, languages] of candidates) {
    const meant = words.map(decoderOf(name))
    const other = meant.findIndex((word, i) => word !== read[i])
    if (!areOther(meant, read)) continue
    for (const letters of languages) {
      const fit = meant.filter((word) => isOf(word, letters)).length / words.length
      const isMany = words.length >= leastWords.doubtful && ofOne <= 0.8 * words.length
      // ogó³em and ludnoœæ are words of no language; Wieœ may be French.
      const areSome = strange > 1 && unexplained >= 0.25
      const isSure = unexplained >= 0.5 || (fit === 1 && (isMany || areSome))
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
