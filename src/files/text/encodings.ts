import { CribaError } from '#core'
import { isUtf8, textDecoder } from '#memory'
import type { TextEncodingName } from '#memory'
import { startOfBytes } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

/** Decodes the blocks of a text one after the other; a call without a block ends it. */
type BlockDecoder = (block?: Uint8Array) => string

/** An encoding of texts by its name. */
interface TextEncoding {
  readonly label: string
  /** Whether texts of it may be valid UTF-8, so that their bytes do not tell them apart. */
  readonly looksLikeUtf8: boolean
  readonly decoder: () => BlockDecoder
}

/** The name for texts that were UTF-8, were taken for windows-1252, and written as UTF-8 once more. */
export const twice = 'utf-8-twice'

/** Characters 0x80 … 0xff of the encodings of DOS that `TextDecoder` does not know. */
const tables: Readonly<Record<string, string>> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}

/**
 * The encoding of a name, as browsers know it (`windows-1250`, `latin2`, `shift_jis`), or of DOS; `null` if
 * none is.
 */
export function findEncoding(name: string): TextEncoding | null {
  const given = name.trim().toLowerCase()
  if (given === twice) return { label: twice, looksLikeUtf8: true, decoder: twiceDecoder }
  const table = tables[given.replace(/^ibm/, 'cp')]
  if (table !== undefined) return { label: name, looksLikeUtf8: false, decoder: () => tableDecoder(table) }
  try {
    const label = new TextDecoder(given).encoding
    return {
      label,
      looksLikeUtf8: /^(?:utf-16|iso-2022)/.test(label),
      decoder: () => blockDecoder(new TextDecoder(label, { fatal: true })),
    }
  } catch {
    return null
  }
}

/** Whether a name is that of windows-1252, or of Latin-1, which is read as it. */
function isWindows1252(name: string): boolean {
  return findEncoding(name)?.label === 'windows-1252'
}

/** Refuses names that are none of an encoding. */
export function checkEncoding(name: string | undefined): void {
  if (name === undefined || findEncoding(name)) return
  const some =
    'windows-1250, windows-1251, iso-8859-2, koi8-r, macintosh, cp850, shift_jis, gb18030 or another'
  throw new CribaError('invalid', `invalid encoding: ${name} (needs ${some} that browsers know)`)
}

function blockDecoder(decoder: TextDecoder): BlockDecoder {
  return (block) => (block ? decoder.decode(block, { stream: true }) : decoder.decode())
}

function tableDecoder(table: string): BlockDecoder {
  return (block = new Uint8Array(0)) => {
    let text = ''
    for (const byte of block) text += byte < 0x80 ? String.fromCharCode(byte) : table[byte - 0x80]
    return text
  }
}

/** The bytes of the characters of windows-1252 beyond Latin-1. */
const bytesOfMarks: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, i) => [textDecoder('windows-1252')(Uint8Array.of(0x80 + i)), 0x80 + i]),
)

/** The bytes that a text had before it was taken for windows-1252; throws if it was not. */
export function bytesBefore(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    const byte = code < 0x100 ? code : bytesOfMarks.get(letter)
    if (byte === undefined || letter.length > 1) throw new TypeError(`no byte of windows-1252: ${letter}`)
    return byte
  })
}

function twiceDecoder(): BlockDecoder {
  const outer = blockDecoder(new TextDecoder('utf-8', { fatal: true }))
  const inner = blockDecoder(new TextDecoder('utf-8', { fatal: true }))
  return (block) => inner(bytesBefore(outer(block))) + (block ? '' : inner())
}

/** So many bytes are enough to see that a text is not UTF-8, but for later ones. */
const sampledBytes = 1 << 16

/**
 * Converts a text to UTF-8: from UTF-16, recognised by its byte order mark, and from the given encoding if
 * its bytes are not UTF-8. `isKnownOther`: they are known not to be. Leaves other bytes unchanged.
 */
export async function asUtf8(bytes: TextBytes, name?: string, isKnownOther = false): Promise<TextBytes> {
  const start = await startOfBytes(bytes, name === undefined ? 2 : sampledBytes)
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return recoded(bytes, findEncoding('utf-16le')!)
  if (first === 0xfe && second === 0xff) return recoded(bytes, findEncoding('utf-16be')!)
  if (name === undefined || isWindows1252(name)) return bytes
  const encoding = findEncoding(name)!
  return isKnownOther || encoding.looksLikeUtf8 || !beginsAsUtf8(start) ? recoded(bytes, encoding) : bytes
}

/** Whether the whole lines of a start are UTF-8. */
function beginsAsUtf8(start: Uint8Array): boolean {
  if (start.length < sampledBytes) return isUtf8(start)
  return isUtf8(start.subarray(0, start.lastIndexOf(0x0a) + 1))
}

function recoded(bytes: TextBytes, { label: encoding, decoder }: TextEncoding): TextBytes {
  return {
    ...bytes,
    async *blocks(onRead) {
      const toText = decoder()
      const encoder = new TextEncoder()
      const decode = (block?: Uint8Array) => {
        try {
          return encoder.encode(toText(block))
        } catch (cause) {
          const label = bytes.label ?? 'the text'
          const message = `unreadable file: ${label} is not valid ${encoding} (save it as UTF-8)`
          throw new CribaError('unreadable', message, { cause })
        }
      }
      for await (const block of bytes.blocks(onRead)) yield decode(block)
      yield decode()
    },
  }
}

/** What a word has that was written as UTF-8 twice. */
export const doubled = /\xc3[\x82-\xa2][\xc2-\xe2][\x80-\xbf]/
/** The mark in place of a letter that was lost. */
export const lost = '\xef\xbf\xbd'

/**
 * Whether a text may be in another encoding than it was read in, or lack letters: most texts show no sign of
 * it.
 */
export function mayBeMisread({
  encoding,
  text,
}: {
  readonly encoding: TextEncodingName
  readonly text: string
}): boolean {
  return encoding === 'windows-1252' || doubled.test(text) || text.includes(lost)
}
