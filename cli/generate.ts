import { createWriteStream, existsSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { CribaError, parseMethod, unknownName, version } from '#core'
import type { GeneratorEntryOption, GeneratorList } from '#core'
import { destinationOf, writeThenRename, writeWholeFile } from '#files'
import { generatorListTables, generatorListText, toJson, truthTables, truthText } from '#report'
import { generate, generators } from '../experiments/index.ts'
import type { GeneratedTable } from '../experiments/index.ts'
import type { Table } from '../src/index.ts'
import { generateParts } from './data-options.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { printResult } from './print-result.ts'
import { refuseSafeCsv } from './safe-csv.ts'
import { writeTable } from './table-text.ts'
import { endQuietlyWithReader, printNote } from './terminal.ts'

export interface GenerateFlags extends Flags {
  readonly output?: string
  readonly force?: boolean
}

/** `criba generate`: a table whose truth is known, with its truth beside it; or the list of generators. */
export async function runGenerate(text: string, flags: GenerateFlags): Promise<void> {
  if (text === 'list') {
    printList(flags)
    return
  }
  const { output } = flags
  const files = output === undefined ? undefined : filesOf(output)
  refuseSafeCsv(flags, files !== undefined || flags.format === 'csv' || flags.format === 'table')
  if (files) refuseFiles(files, flags)
  const generated = await made(text, flags)
  if (files) await write(generated, files, flags)
  // The table itself is no result: it may be longer than a text can be, so it is written in pieces.
  if (flags.format === 'csv' || (flags.format === 'table' && !files)) {
    endQuietlyWithReader()
    await writeTable(generated.table, process.stdout, { safeCsv: flags['safeCsv'] === true })
    return
  }
  const { truth } = generated
  printResult(truth, flags, {
    tables: () => truthTables(truth),
    text: (display) => truthText(truth, display),
  })
}

async function made(text: string, flags: GenerateFlags): Promise<GeneratedTable> {
  const { method, options = {} } = parseMethod(text)
  const known = generators.map(({ name }) => name)
  if (!known.includes(method)) {
    throw unknownName('generator', method, known, '`criba generate list` lists them')
  }
  const { rows, noise, seed } = await partsGiven(generateParts, flags)
  const twice = Object.keys(options).find((name) => Object.hasOwn(flags, name))
  if (twice !== undefined) {
    throw new CribaError('invalid', `invalid ${twice}: given in ${text} and as --${twice}`)
  }
  const own = Object.entries(options).map(([name, value]) => [name, numberOf(name, String(value))] as const)
  return generate(method, {
    ...Object.fromEntries(own),
    ...(typeof rows === 'number' && { rows }),
    ...(typeof noise === 'number' && { noise }),
    ...(typeof seed === 'number' && { seed }),
  })
}

function numberOf(name: string, text: string): number {
  const value = text.trim() === '' ? NaN : Number(text)
  if (Number.isFinite(value)) return value
  throw new CribaError('invalid', `invalid ${name}: ${text || 'nothing'} (needs a number)`)
}

interface Files {
  readonly table: string
  readonly truth: string
}

/** The file of a table, and that of its truth: `table.csv` and `table.truth.json`. */
function filesOf(output: string): Files {
  if (/\.csv$/i.test(output)) return { table: output, truth: `${output.slice(0, -4)}.truth.json` }
  throw new CribaError('invalid', `invalid output: ${output} (needs a name that ends in .csv)`)
}

/** Refuses files that cannot or may not be written, before any work is done. */
function refuseFiles({ table, truth }: Files, { force }: GenerateFlags): void {
  for (const path of [table, truth]) destinationOf(path)
  const existing = force ? undefined : [table, truth].find((path) => existsSync(path))
  if (existing === undefined) return
  throw new CribaError('invalid', `invalid output: ${existing} exists already (--force replaces it)`)
}

async function write(
  { table, truth }: GeneratedTable,
  files: Files,
  { quiet, safeCsv, force }: Flags,
): Promise<void> {
  const replaces = force === true
  const place = destinationOf(files.table, replaces)
  await writeThenRename(place, (path) => writeTableFile(table, path, safeCsv === true))
  await writeWholeFile(files.truth, `${toJson(truth)}\n`, replaces)
  if (quiet) return
  printNote(`wrote ${files.table} and ${files.truth}`)
}

async function writeTableFile(table: Table, path: string, safeCsv: boolean): Promise<void> {
  const stream = createWriteStream(path)
  const done = finished(stream)
  // The error is that of `done`, also where it comes before the end.
  done.catch(() => {})
  try {
    await Promise.race([writeTable(table, stream, { safeCsv }), done])
    stream.end()
    await done
  } finally {
    stream.destroy()
  }
}

function printList(flags: GenerateFlags): void {
  refuseSafeCsv(flags, flags.format === 'csv')
  const given = ['output', 'force', 'rows', 'noise', 'seed'].find((name) => Object.hasOwn(flags, name))
  if (given !== undefined) {
    throw new CribaError('unsuitable', `unsuitable ${given}: the list is no table; name one generator`)
  }
  const entryOf = ({ default: standard, help }: GeneratorEntryOption) => ({ default: standard, help })
  const list: GeneratorList = {
    criba: version,
    command: 'generate',
    generators: generators.map(({ name, title, formula, reference, rows, noise, options }) => ({
      name,
      title,
      formula,
      reference,
      rows,
      noise: entryOf(noise),
      options: Object.fromEntries(
        Object.entries(options).map(([option, entry]) => [option, entryOf(entry)] as const),
      ),
    })),
  }
  printResult(list, flags, {
    tables: () => generatorListTables(list),
    text: (display) => generatorListText(list, display),
  })
}
