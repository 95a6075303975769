import { fstatSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { CribaError } from '#core'
import { destinationOf } from './whole-file.ts'
import type { Destination } from './whole-file.ts'

/** A table to be written. */
export interface Output extends Destination {
  readonly format: 'csv' | 'tsv' | 'parquet'
}

/** The output file for a path; refuses a path that cannot be written, or that is one of the inputs. */
export function outputFor(label: string, inputs: readonly string[], replaces: boolean): Output {
  const format = /\.(csv|tsv|parquet)$/i.exec(label)?.[1].toLowerCase() as Output['format'] | undefined
  if (!format) {
    throw new CribaError(
      'invalid',
      `invalid output: ${label === '' ? 'nothing' : label} (needs a name that ends in .csv, .tsv or .parquet)`,
    )
  }
  const destination = destinationOf(label, replaces)
  const found = statSync(destination.path, { throwIfNoEntry: false })
  if (found && inputs.some((input) => isSame(found, statOf(input)))) {
    throw new CribaError('invalid', `invalid output: ${label} (it is an input file: choose another name)`)
  }
  return { ...destination, format }
}

/** For `-`, the file that standard input reads. */
function statOf(input: string): Stats | undefined {
  return input === '-' ? fstatSync(0) : statSync(input, { throwIfNoEntry: false })
}

function isSame(a: Stats, b: Stats | undefined): boolean {
  return b !== undefined && a.dev === b.dev && a.ino === b.ino
}
