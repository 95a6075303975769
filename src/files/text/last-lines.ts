import type { TextOptions } from '#core'
import { textDecoder } from '#memory'
import { asUtf8 } from './encodings.ts'
import { joined } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
/** What stands below a table is searched in this many bytes. */
const bytesBelow = 1 << 16

/** A text without its last `count` lines that are not blank, and what is blank after them. */
export function withoutLastLines(bytes: TextBytes, count: number): TextBytes {
  if (count === 0) return bytes
  return {
    ...bytes,
    async *blocks(onRead) {
      let held: Uint8Array = new Uint8Array(0)
      for await (const block of bytes.blocks(onRead)) {
        const text = joined([held, block], held.length + block.length)
        const cut = startOfLastLines(text, count)
        held = text.slice(cut)
        if (cut > 0) yield text.subarray(0, cut)
      }
    },
  }
}

/** Where the last `count` lines that are not blank start; 0 if there are fewer. */
function startOfLastLines(bytes: Uint8Array, count: number): number {
  let lines = 0
  let isBlank = true
  for (let at = bytes.length - 1; at >= 0; at--) {
    const byte = bytes[at]
    if (byte === lineFeed || byte === carriageReturn) {
      if (!isBlank && ++lines === count) return at + 1
      isBlank = true
    } else if (byte > space) isBlank = false
  }
  return 0
}

/** The last whole lines of a text, at most so many bytes. */
async function endOfBytes(bytes: TextBytes, most: number): Promise<Uint8Array> {
  let end: Uint8Array = new Uint8Array(0)
  let isCut = false
  for await (const block of bytes.blocks()) {
    const text = joined([end, block], end.length + block.length)
    isCut ||= text.length > most
    end = text.slice(-most)
  }
  return isCut ? end.subarray(end.indexOf(lineFeed) + 1) : end
}

/** The last lines of a text that are looked at, with a character for each byte. */
export async function endOfText(bytes: TextBytes): Promise<string> {
  return textDecoder('windows-1252')(await endOfBytes(bytes, bytesBelow))
}

/**
 * How many lines of a file that are not blank the end of its text is: rows that are left out are blank in the
 * text alone.
 */
export async function linesOfFile(
  end: string,
  { given }: { readonly given: TextBytes },
  { encoding, skipEmpty, skipHeadings, skipRepeatedHeader, ragged, skipEnd = 0 }: TextOptions,
): Promise<number> {
  if (!skipEmpty && !skipHeadings && !skipRepeatedHeader && ragged !== 'skip') return linesIn(end)
  const whole = await endOfText(withoutLastLines(await asUtf8(given, encoding), skipEnd))
  return linesIn(allLines(whole).slice(-allLines(end).length).join('\n'))
}

function allLines(text: string): readonly string[] {
  return text.replace(/(?:\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/)
}

/** The lines of a text that are not blank. */
export function linesIn(text: string): number {
  return text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '').length
}
