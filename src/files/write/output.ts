import { createReadStream, fstatSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { CribaError } from '#core'
import { destinationOf, removeFile, writeThenRename } from './whole-file.ts'

/** Where a table is written. */
export interface Output {
  readonly format: 'csv' | 'tsv' | 'parquet' | 'arrow'
  /** Whether it goes to standard output. */
  readonly isPrinted: boolean
  /** What is written first. */
  readonly temporaryPath: string
  /** Writes the temporary file, then brings it to its place. */
  readonly write: (table: (temporaryPath: string) => Promise<void>) => Promise<void>
}

/** Whether an output is standard output: `-`, or with the ending of a format `-.parquet`. */
export function isStandardOutput(label: string): boolean {
  return /^-(\.\w+)?$/.test(label)
}

/**
 * The output for a path, or for standard output; refuses a path that cannot be written, or that is one of the
 * inputs. `scratch` gives a path for a temporary file.
 */
export function outputFor(
  label: string,
  inputs: readonly string[],
  replaces: boolean,
  scratch: () => string,
): Output {
  const ending = /\.(csv|tsv|parquet|arrow)$/i.exec(label === '-' ? '-.csv' : label)?.[1].toLowerCase()
  if (ending === undefined) {
    throw new CribaError(
      'invalid',
      `invalid output: ${label === '' ? 'nothing' : label} (needs a name that ends in .csv, .tsv, .parquet or .arrow)`,
    )
  }
  const format = ending as Output['format']
  if (isStandardOutput(label)) return toStandardOutput(label, format, scratch())
  const destination = destinationOf(label, replaces)
  const found = statSync(destination.path, { throwIfNoEntry: false })
  if (found && inputs.some((input) => isSame(found, statOf(input)))) {
    throw new CribaError('invalid', `invalid output: ${label} (it is an input file: choose another name)`)
  }
  const { temporaryPath } = destination
  return {
    format,
    isPrinted: false,
    temporaryPath,
    write: (table) => writeThenRename(destination, table),
  }
}

function toStandardOutput(label: string, format: Output['format'], temporaryPath: string): Output {
  const isText = format === 'csv' || format === 'tsv'
  if (!isText && process.stdout.isTTY) {
    throw new CribaError(
      'invalid',
      `invalid output: ${label} (a terminal shows no ${format}: name a file, or lead it to a program with |)`,
    )
  }
  return {
    format,
    isPrinted: true,
    temporaryPath,
    write: async (table) => {
      try {
        await table(temporaryPath)
        await pipeline(createReadStream(temporaryPath), process.stdout, { end: false })
      } finally {
        removeFile(temporaryPath)
      }
    },
  }
}

/** For `-`, the file that standard input reads. */
function statOf(input: string): Stats | undefined {
  return input === '-' ? fstatSync(0) : statSync(input, { throwIfNoEntry: false })
}

function isSame(a: Stats, b: Stats | undefined): boolean {
  return b !== undefined && a.dev === b.dev && a.ino === b.ino
}
