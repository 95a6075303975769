import { closeSync, openSync, readSync } from 'node:fs'
import { CribaError } from '#core'
import { startOf } from './bytes.ts'
import type { Compression, DataFile } from './bytes.ts'

export type FileFormat = 'text' | 'parquet' | 'json' | 'arrow' | 'arff'

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
])

const excel = /\.(xlsx|xlsm|xlsb|xls|ods)$/i

/** Refuses formats that criba does not read, before the file is opened. */
export function checkReadable(path: string): void {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
    throw new CribaError(
      'unreadable',
      `unreadable file: ${path} (criba reads no remote files: download it first)`,
    )
  }
  if (excel.test(path)) throw noExcel(path)
}

/** The format of a file: by its extension, else by its first bytes. */
export async function fileFormatOf(file: DataFile): Promise<FileFormat> {
  const extension = /\.([^./\\]+)(\.(gz|zst))?$/i.exec(file.label)?.[1].toLowerCase()
  return formats.get(extension ?? '') ?? formatOfBytes(file)
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

async function formatOfBytes(file: DataFile): Promise<FileFormat> {
  const start = (await startOf(file, 4096)).subarray(0, 4096)
  const text = start
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (text.startsWith('PAR1')) return 'parquet'
  if (text.startsWith('ARROW1') || text.startsWith('FEA1') || text.startsWith('\xff\xff\xff\xff'))
    return 'arrow'
  if (text.startsWith('PK\x03\x04')) throw noExcel(file.label)
  if (/^[{[]/.test(text)) return 'json'
  if (/^(%.*\s+)*@relation\s/i.test(text)) return 'arff'
  return 'text'
}

function noExcel(path: string): CribaError {
  const remedy = 'criba reads no Excel files: export the sheet as CSV or Parquet'
  return new CribaError('unreadable', `unreadable file: ${path} (${remedy})`)
}
