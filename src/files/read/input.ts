import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CribaError } from '../../spec/error.ts'
import { quotedText } from '../../sources/duckdb/dialect.ts'
import type { DuckEngine } from '../../sources/duckdb/engine.ts'
import type { DataFile } from './bytes.ts'
import { checkReadable, formatOf, packingOf } from './format.ts'
import type { Format } from './format.ts'
import type { Scratch } from './scratch.ts'

/** What the user named: one file or several of one format. */
export interface Input {
  readonly label: string
  readonly format: Format
  readonly files: readonly DataFile[]
}

/**
 * Finds the files a path stands for: a file, a pattern with `*`, `?` or `[…]`, or `-` for standard input. What can be read
 * only once, such as a pipe, is copied first.
 */
export async function findInput(
  path: string,
  scratch: Scratch,
  engine: () => Promise<DuckEngine>,
  signal?: AbortSignal,
): Promise<Input> {
  const dataFile = (path: string, label = path): DataFile => ({
    // An absolute path, because the engine gives a leading ~ a meaning of its own.
    path: resolve(path),
    label,
    packing: packingOf(path),
    signal,
  })
  const copyOf = async (stream: Readable, label: string): Promise<Input> => {
    const copy = scratch.file()
    await pipeline(stream, createWriteStream(copy), { signal })
    return inputOf(label, [dataFile(copy, label)])
  }
  if (path === '-') return copyOf(process.stdin, 'standard input')
  checkReadable(path)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) {
    const mend = `name a file in it, or a pattern such as ${path.replace(/\/$/, '')}/*.csv`
    throw new CribaError('unreadable', `unreadable file: ${path} is a folder (${mend})`)
  }
  if (found?.isFile()) return inputOf(path, [dataFile(path)])
  if (found) return copyOf(createReadStream(path), path)
  if (!/[*?[]/.test(path)) throw new CribaError('missing', `missing file: ${path}`)
  const rows = await (await engine()).rows(`SELECT file FROM glob(${quotedText(path)}) ORDER BY file`)
  const files = rows.map(([file]) => String(file)).filter((file) => statSync(file).isFile())
  if (files.length === 0) throw new CribaError('missing', `missing files: none is named like ${path}`)
  for (const file of files) checkReadable(file)
  return inputOf(
    path,
    files.map((file) => dataFile(file)),
  )
}

async function inputOf(label: string, files: readonly DataFile[]): Promise<Input> {
  for (const file of files) {
    if (statSync(file.path).size === 0)
      throw new CribaError('missing', `missing rows: ${file.label} is empty`)
  }
  const format = await formatOf(files[0])
  for (const file of files) {
    const other = await formatOf(file)
    if (other !== format) {
      throw new CribaError(
        'invalid',
        `invalid files: ${file.label} is ${other}, ${files[0].label} is ${format} (needs one format)`,
      )
    }
  }
  if (files.length > 1 && (format === 'arrow' || format === 'arff')) {
    throw new CribaError(
      'unreadable',
      `unreadable files: ${label} (criba reads one ${format} file at a time; name one)`,
    )
  }
  return { label, format, files }
}
