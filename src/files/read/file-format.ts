import { closeSync, openSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { CribaError } from '#core'
import { startOf } from './bytes.ts'
import type { Compression, DataFile } from './bytes.ts'
import { refuseForeignBytes, refuseForeignName } from './foreign-formats.ts'
import { looksSparse } from './svmlight.ts'

export type FileFormat = 'text' | 'parquet' | 'json' | 'arrow' | 'arff' | 'svmlight' | 'workbook'

const formats: ReadonlyMap<string, FileFormat> = new Map([
  ['csv', 'text'],
  ['tsv', 'text'],
  ['txt', 'text'],
  ['tab', 'text'],
  ['data', 'text'],
  ['parquet', 'parquet'],
  ['json', 'json'],
  ['jsonl', 'json'],
  ['ndjson', 'json'],
  ['arrow', 'arrow'],
  ['feather', 'arrow'],
  ['ipc', 'arrow'],
  ['arff', 'arff'],
  ['svm', 'svmlight'],
  ['libsvm', 'svmlight'],
  ['svmlight', 'svmlight'],
  ['xlsx', 'workbook'],
  ['xlsm', 'workbook'],
  ['xltx', 'workbook'],
  ['ods', 'workbook'],
])

/** The endings of names of files that criba reads. */
export const dataExtensions = [...formats.keys()]

/** Refuses addresses of other machines. */
export function checkLocal(path: string): void {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
    throw new CribaError(
      'unreadable',
      `unreadable file: ${path} (criba reads no remote files: download it first)`,
    )
  }
}

/**
 * The format of a file: by its extension, else by its first bytes. Formats that criba does not read are
 * refused by either.
 */
export async function fileFormatOf(file: DataFile): Promise<FileFormat> {
  const extension = extensionOf(file.label)
  const format = formats.get(extension)
  const start = await startAsText(file)
  if (isCompound(start)) await refuseProtected(file)
  if (format === undefined && !isPlainText(start)) refuseForeignName(file.label, extension)
  refuseForeignBytes(file.label, start)
  if (format === undefined) return formatOfBytes(start)
  // Workbooks and sparse rows under the name of a text.
  if (format === 'text' && start.startsWith(zipStart)) return 'workbook'
  return mayBeSvmlight.has(extension) && looksSparse(start) ? 'svmlight' : format
}

/** The extension of a name in small letters, without that of a compression; empty if it has none. */
export function extensionOf(name: string): string {
  return /\.([^./\\]+)(\.(gz|zst))?$/i.exec(name)?.[1].toLowerCase() ?? ''
}

/** The compression of a file, by its first bytes. */
export function compressionOf(path: string): Compression | null {
  const start = Buffer.alloc(4)
  const descriptor = openSync(path, 'r')
  try {
    readSync(descriptor, start, 0, 4, 0)
  } finally {
    closeSync(descriptor)
  }
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip'
  return start.readUInt32LE() === 0xfd2fb528 ? 'zstd' : null
}

const zipStart = 'PK\x03\x04'

/** Names of texts that files of sparse rows often have. */
const mayBeSvmlight: ReadonlySet<string> = new Set(['txt', 'data'])

/** The first bytes of a file, uncompressed, one character each. */
async function startAsText(file: DataFile): Promise<string> {
  return (await startOf(file, 4096)).subarray(0, 4096).toString('latin1')
}

/** Whether bytes are those of a text, but none in XML or HTML, which old workbooks often are. */
function isPlainText(start: string): boolean {
  const isControl = (letter: string) => letter < ' ' && letter.trim() !== ''
  return ![...start].some(isControl) && !start.startsWith('<')
}

/** A compound file of Microsoft: an old workbook, or a new one with a password. */
function isCompound(start: string): boolean {
  return start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
}

async function refuseProtected({ path, label }: DataFile): Promise<void> {
  const name = Buffer.from('EncryptedPackage', 'utf16le')
  if (!(await readFile(path)).includes(name)) return
  const remedy = 'it is protected by a password: save a copy without one'
  throw new CribaError('unreadable', `unreadable file: ${label} (${remedy})`)
}

function formatOfBytes(start: string): FileFormat {
  const text = start.replace(/^\u00ef\u00bb\u00bf/, '').trimStart()
  if (text.startsWith('PAR1')) return 'parquet'
  if (text.startsWith('ARROW1') || text.startsWith('FEA1') || text.startsWith('\xff\xff\xff\xff'))
    return 'arrow'
  if (text.startsWith(zipStart)) return 'workbook'
  if (/^[{[]/.test(text)) return 'json'
  if (/^(%.*\s+)*@relation\s/i.test(text)) return 'arff'
  return looksSparse(text) ? 'svmlight' : 'text'
}
