import { MendableError, remedy } from '#core'
import type { CribaError, Remedy, TextOptions, Warning } from '#core'
import { bytesBefore, twice } from './encodings.ts'
import type { LikelyEncoding } from './likely-encoding.ts'
import { likelyEncoding } from './likely-encoding.ts'
import { doubled, lost } from './encoding-signs.ts'
import { startOfBytes } from './text-bytes.ts'
import type { NotText } from './text-faults.ts'
import type { TextFile } from './text-file.ts'
import { binaryString } from './text-head.ts'

/** So much of a text that is not UTF-8 is searched for what it may be instead. */
const searchedBytes = 1 << 20

/** Warnings about texts that were read in an encoding that hardly is theirs, and about letters that are lost. */
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
  const start = await startOfBytes(given, searchedBytes)
  return start.includes(0) ? null : likelyEncoding(binaryString(start.subarray(0, searchedBytes)))
}

function remedyOf(found: LikelyEncoding | null): Remedy | null {
  if (!found) return null
  const { name, read, meant } = found
  return remedy({ encoding: name }, `the letters look like those of ${name} (${meant}, not ${read})`, null)
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
