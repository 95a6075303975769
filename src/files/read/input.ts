import {
  closeSync,
  openSync,
  readSync,
  createReadStream,
  createWriteStream,
  readdirSync,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CribaError, firstFew, shellWord } from '#core'
import { quotedText } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { DataFile } from './bytes.ts'
import type { ReadOptions } from '../options/open-options.ts'
import { limitOf } from './byte-limit.ts'
import { checkLocal, compressionOf, dataExtensions, extensionOf, fileFormatOf } from './file-format.ts'
import type { FileFormat } from './file-format.ts'
import type { ScratchFolder } from './scratch-folder.ts'
import type { WatchedFiles } from './watched-files.ts'

/** The user's input: one file, or several of one format. */
export interface Input {
  readonly label: string
  readonly format: FileFormat
  readonly files: readonly DataFile[]
}

/**
 * Finds the files of a path: a file, a pattern with `*`, `?` or `[…]`, or `-` for standard input. Input that
 * can be read only once, such as a pipe, is copied first. The files are `watched` from before anything of them is
 * read; copies are not.
 */
export async function findInput(
  path: string,
  scratch: ScratchFolder,
  engine: () => Promise<DuckEngine>,
  {
    signal,
    limitBytes,
    watched,
  }: Pick<ReadOptions, 'signal' | 'limitBytes'> & { readonly watched?: WatchedFiles | undefined } = {},
): Promise<Input> {
  const most = limitBytes === undefined ? undefined : limitOf(limitBytes)
  const watch = (path: string) => watched?.add(resolve(path), path)
  const dataFile = (path: string, label = path): DataFile => ({
    // An absolute path, because the engine interprets a leading ~.
    path: resolve(path),
    label,
    compression: compressionOf(path),
    signal,
    limitBytes: most,
    watched,
  })
  const copyOf = async (stream: () => Readable, label: string): Promise<Input> => {
    const copy = await scratch.copy(path, (to) => pipeline(stream(), createWriteStream(to), { signal }))
    return inputOf(label, [dataFile(copy, label)])
  }
  if (path === '-') return copyOf(() => process.stdin, 'standard input')
  checkLocal(path)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) {
    throw isFolder(path)
  }
  if (found?.isFile() && !(found.size === 0 && hasBytes(path))) {
    watch(path)
    return inputOf(path, [dataFile(path)])
  }
  if (found) return copyOf(() => createReadStream(path), path)
  if (!/[*?[]/.test(path)) throw new CribaError('missing', `missing file: ${path}`)
  const rows = await (await engine()).rows(`SELECT file FROM glob(${quotedText(path)}) ORDER BY file`)
  const files = rows.map(([file]) => String(file)).filter((file) => statSync(file).isFile())
  if (files.length === 0) throw new CribaError('missing', `missing files: no file matches ${path}`)
  files.forEach(watch)
  return inputOf(
    path,
    files.map((file) => dataFile(file)),
  )
}

/** Whether something can be read of a file: those of /proc have bytes, and a size of 0. */
function hasBytes(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    return readSync(file, Buffer.alloc(1)) > 0
  } finally {
    closeSync(file)
  }
}

async function inputOf(label: string, files: readonly DataFile[]): Promise<Input> {
  for (const file of files) {
    if (statSync(file.path).size === 0)
      throw new CribaError('missing', `missing rows: ${file.label} is empty`)
  }
  const format = await fileFormatOf(files[0])
  for (const file of files) {
    const other = await fileFormatOf(file)
    if (other !== format) {
      throw new CribaError(
        'invalid',
        `invalid files: ${file.label} is ${other}, ${files[0].label} is ${format} (needs one format)`,
      )
    }
  }
  if (files.length > 1 && (format === 'arrow' || format === 'arff' || format === 'svmlight')) {
    throw new CribaError(
      'unreadable',
      `unreadable files: ${label} (criba reads one ${format} file at a time; name one)`,
    )
  }
  return { label, format, files }
}

/** The most files of a folder that a message names. */
const mostListed = 10

/** The error for a folder: it lists the data files in it, and shows how to name one. */
function isFolder(path: string): CribaError {
  const found = readdirSync(path, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => dataExtensions.includes(extensionOf(name)))
    .sort()
  const first = `${shellWord(join(path, found[0] ?? ''))}`
  const remedy =
    found.length === 0
      ? `it has no data files: name a file, or a pattern such as ${path.replace(/\/$/, '')}/*.csv`
      : `it has ${firstFew(found, mostListed)}; name one: criba describe ${first}`
  return new CribaError('unreadable', `unreadable file: ${path} is a folder (${remedy})`)
}
