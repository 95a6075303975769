import { accessSync, constants, fstatSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CribaError } from '#core'

/** A file to be written. */
export interface Output {
  /** Its name in messages. */
  readonly label: string
  readonly path: string
  /** The temporary file that is written first and then renamed. */
  readonly temporaryPath: string
  readonly format: 'csv' | 'tsv' | 'parquet'
}

/** The output file for a path; refuses a path that cannot be written, or that is one of the inputs. */
export function outputFor(label: string, inputs: readonly string[]): Output {
  const format = /\.(csv|tsv|parquet)$/i.exec(label)?.[1].toLowerCase() as Output['format'] | undefined
  if (!format) {
    throw new CribaError(
      'invalid',
      `invalid output: ${label === '' ? 'nothing' : label} (needs a name that ends in .csv, .tsv or .parquet)`,
    )
  }
  const found = statSync(label, { throwIfNoEntry: false })
  // A symbolic link is kept, and its target is written.
  const path = found ? realpathSync(label) : resolve(label)
  const folder = dirname(path)
  if (found?.isDirectory()) throw unwritable(label, 'it is a folder')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw unwritable(label, `there is no folder ${dirname(label)}`)
  }
  if (!mayWrite(folder)) throw unwritable(label, `no permission to write to the folder ${dirname(label)}`)
  if (found && !mayWrite(path)) throw unwritable(label, 'no permission to change the file')
  if (found && inputs.some((input) => isSame(found, statOf(input)))) {
    throw new CribaError('invalid', `invalid output: ${label} (it is an input file: choose another name)`)
  }
  return { label, path, temporaryPath: join(folder, `.${basename(path)}.${process.pid}.part`), format }
}

/**
 * Writes a temporary file and renames it, so that an incomplete file never appears under the output's name.
 */
export async function writeThenRename(
  { label, path, temporaryPath }: Output,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write()
    renameSync(temporaryPath, path)
  } catch (cause) {
    if (cause instanceof CribaError) throw cause
    throw new CribaError('unwritable', `unwritable file: ${label}: ${(cause as Error).message}`, { cause })
  } finally {
    rmSync(temporaryPath, { force: true })
  }
}

function unwritable(label: string, why: string): CribaError {
  return new CribaError('unwritable', `unwritable file: ${label} (${why})`)
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** For `-`, the file that standard input reads. */
function statOf(input: string): Stats | undefined {
  return input === '-' ? fstatSync(0) : statSync(input, { throwIfNoEntry: false })
}

function isSame(a: Stats, b: Stats | undefined): boolean {
  return b !== undefined && a.dev === b.dev && a.ino === b.ino
}
