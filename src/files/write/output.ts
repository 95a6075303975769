import { accessSync, constants, fstatSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CribaError } from '../../spec/error.ts'

/** A file to be written. */
export interface Output {
  /** The name the user knows it by. */
  readonly label: string
  readonly path: string
  /** Where it is written before it takes its place whole. */
  readonly aside: string
  readonly format: 'csv' | 'tsv' | 'parquet'
}

/** The file of that name, refused where nothing can be written there or where it is one of the data. */
export function outputFor(label: string, inputs: readonly string[]): Output {
  const format = /\.(csv|tsv|parquet)$/i.exec(label)?.[1].toLowerCase() as Output['format'] | undefined
  if (!format) {
    throw new CribaError(
      'invalid',
      `invalid output: ${label === '' ? 'nothing' : label} (needs a name that ends in .csv, .tsv or .parquet)`,
    )
  }
  const found = statSync(label, { throwIfNoEntry: false })
  // A link stays, and what it points at is written.
  const path = found ? realpathSync(label) : resolve(label)
  const folder = dirname(path)
  if (found?.isDirectory()) throw unwritable(label, 'it is a folder')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw unwritable(label, `there is no folder ${dirname(label)}`)
  }
  if (!mayWrite(folder)) throw unwritable(label, `the folder ${dirname(label)} takes no files from you`)
  if (found && !mayWrite(path)) throw unwritable(label, 'the file may not be changed')
  if (found && inputs.some((input) => isSame(found, statOf(input)))) {
    throw new CribaError('invalid', `invalid output: ${label} (it is one of the data: choose another name)`)
  }
  return { label, path, aside: join(folder, `.${basename(path)}.${process.pid}.part`), format }
}

/** Writes a file aside, which then takes its place; whatever happens, no half of one stands there. */
export async function writeAside({ label, path, aside }: Output, write: () => Promise<void>): Promise<void> {
  try {
    await write()
    renameSync(aside, path)
  } catch (cause) {
    if (cause instanceof CribaError) throw cause
    throw new CribaError('unwritable', `unwritable file: ${label}: ${(cause as Error).message}`, { cause })
  } finally {
    rmSync(aside, { force: true })
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

/** `-` is whatever standard input reads. */
function statOf(input: string): Stats | undefined {
  return input === '-' ? fstatSync(0) : statSync(input, { throwIfNoEntry: false })
}

function isSame(a: Stats, b: Stats | undefined): boolean {
  return b !== undefined && a.dev === b.dev && a.ino === b.ino
}
