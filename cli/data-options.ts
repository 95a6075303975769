import { Option } from 'commander'
import type { Command } from 'commander'
import { choice, CribaError, dataParts, flag, number, readingParts, text, whole } from '#core'
import type { DataFacts, PartTable } from '#core'
import type { SampleChoice } from '#files'
import { addFlags, partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { checkOperands } from './operands.ts'
import { checkSafeCsv, safeCsvPart } from './safe-csv.ts'

/** How a file is read. Together with the spec it decides the result, so a result contains it. */
export const fileParts = {
  sql: text({ flag: '--sql <query>', help: 'an SQL query over the data, whose table is named data' }),
  sample: whole({
    min: 2,
    flag: '--sample <n>',
    help: 'read so many rows of a server into memory, chosen by the hash of --key, for methods that compare rows',
  }),
  ...readingParts,
}

/** How a command runs; only the source, and what a mend changed, are in the result. */
export const runParts = {
  mends: choice(['show', 'apply'], {
    default: 'show',
    flag: '--mends <how>',
    help: 'options that would mend how the data are read: show them in warnings, or apply those that lose nothing',
  }),
  source: choice(['memory', 'duckdb'], {
    flag: '--source <source>',
    help: 'where to compute: in memory or with DuckDB',
    defaultInWords: 'memory where the data fit',
  }),
  threads: whole({
    min: 1,
    max: 64,
    flag: '--threads <n>',
    help: 'the most threads to use (default: all, at most 8); the result does not depend on it',
  }),
  memory: text({
    flag: '--memory <amount>',
    help: 'the memory that DuckDB, or a query on a server, may use, such as 4GB; up to half as much again holds a table that DuckDB loads',
    defaultInWords: 'half of the machine, and 4GB a query',
  }),
  limitBytes: text({
    flag: '--limit-bytes <amount>',
    help: 'the most bytes that a packed file, such as one of gzip or a workbook, may have once it is unpacked',
    defaultInWords: '16GB, or 100 times the file',
  }),
  ...safeCsvPart,
  quiet: flag({
    flag: '--quiet',
    help: 'print no warnings, progress or notes: only errors go to standard error',
  }),
}

const dataInWords =
  'a CSV, TSV, Excel, OpenDocument, Parquet, JSON, Arrow or ARFF file, a glob, - for standard input, or clickhouse://user@host/database.table'

/** The key of a sample, for commands that divide no rows. */
const keyPart = {
  key: text({
    flag: '--key <column>',
    help: 'the column by whose hash --sample chooses rows; it is left out',
  }),
}

/** The rows of a server that are read, according to the flags. */
export async function sampleOption(flags: Flags): Promise<SampleChoice | undefined> {
  const { sample } = await partsGiven(fileParts, flags)
  const { key } = await partsGiven(keyPart, flags)
  if (typeof sample !== 'number') return undefined
  if (typeof key === 'string') return { rows: sample, key }
  throw new CribaError(
    'missing',
    `missing key: --sample ${sample} chooses rows by the hash of a column (name it: --key <column>)`,
  )
}

/** The formats that write the tables of a result. */
export const tableFormats = ['csv', 'markdown'] as const

/** The format of what a command prints. */
export function formatOption(help = 'the format of the result'): Option {
  return new Option('--format <format>', help).choices(['table', 'json', ...tableFormats]).default('table')
}

/** The flags of `criba experiment`. */
export const experimentParts = {
  data: text({
    flag: '--data <file>',
    help: 'the file that the experiment needs, as `criba experiment list` says',
  }),
  table: text({ flag: '--table <name>', help: 'print one table: by default all, and as CSV the main one' }),
  threads: runParts.threads,
  ...safeCsvPart,
  quiet: runParts.quiet,
}

/** Adds the arguments and flags of `criba experiment`. */
export function withExperimentOptions(command: Command): Command {
  command.argument('<name>', 'the name of an experiment, or list').addOption(formatOption())
  return addFlags(command, experimentParts).hook('preAction', (_, called) => checkSafeCsv(called))
}

/** The flags of `criba generate`. */
export const generateParts = {
  rows: whole({ min: 2, flag: '--rows <n>', help: 'the number of rows', defaultInWords: 'as the list says' }),
  noise: number({
    min: 0,
    flag: '--noise <x>',
    help: 'the standard deviation of the noise, or the share of flipped classes',
    defaultInWords: 'as the list says',
  }),
  seed: whole({ min: 0, flag: '--seed <n>', help: 'the seed of the random numbers', defaultInWords: '0' }),
  ...safeCsvPart,
  quiet: runParts.quiet,
}

/** Adds the arguments and flags of `criba generate`. */
export function withGenerateOptions(command: Command): Command {
  command.argument('<name>', 'a generator, with options as in parity:bits=4,irrelevant=20; or list')
  addFlags(command, generateParts)
  return command
    .option('-o, --output <file>', 'write the table to a .csv file, and its truth to .truth.json beside it')
    .option('--force', 'replace existing files of -o')
    .addOption(formatOption('what is printed: the table as CSV, or its truth as JSON or Markdown'))
}

/**
 * Adds the data argument and the flags of a command that reads data: those of every command, then its own.
 */
export function withDataOptions(command: Command, parts: PartTable): Command {
  const own = Object.entries({ ...keyPart, ...parts }).filter(([name]) => !Object.hasOwn(dataParts, name))
  command.argument('[data]', dataInWords)
  addFlags(command, { ...dataParts, ...fileParts })
  command.addOption(formatOption())
  addFlags(command, runParts)
  return addFlags(command, Object.fromEntries(own))
    .allowExcessArguments()
    .usage('<data> [options]')
    .hook('preAction', (_, called) => checkOperands(called))
    .hook('preAction', (_, called) => checkSafeCsv(called))
}

/**
 * Adds the short forms of what a command prints; those of a list of columns print their names
 * and what a paper says of them too.
 */
export function withShortForms(command: Command, { hasNames = true } = {}): Command {
  command.addOption(new Option('--brief', 'print the answer in about ten lines').conflicts('format'))
  if (!hasNames) return command
  command.addOption(
    new Option(
      '--methods-text [language]',
      'print a methods paragraph for a paper, its references and BibTeX, in English or Spanish',
    )
      .choices(['en', 'es'])
      .conflicts(['format', 'brief', 'names']),
  )
  return command.addOption(
    new Option('--names', 'print the names of the columns, one a line, and nothing else').conflicts([
      'format',
      'brief',
    ]),
  )
}

/** Adds the flags of the report to a command; `--force` unless it has one already. */
export function withReportOptions(command: Command, { hasForce = false, hasLanguage = true } = {}): Command {
  command
    .option('--report <file>', 'write a report with figures, one .html page')
    .option('--figure <file>', 'write the main figure of that report as .svg')
    .option(
      '--figure-name <name>',
      'another figure of the report, such as redundancy, instead of the main one',
    )
  if (hasLanguage)
    command.addOption(
      new Option(
        '--report-language <language>',
        'the language of the report and its figures: English (default) or Spanish',
      ).choices(['en', 'es']),
    )
  return hasForce ? command : command.option('--force', 'replace existing files of --report and --figure')
}

/** The languages of `criba apply --as`. */
export const languages = ['sql', 'sklearn', 'r'] as const

/** How the data of `criba apply` are read: as those of the selection, unless a flag says otherwise. */
export const applyParts = { types: dataParts.types, ...fileParts }

/** Adds the arguments and flags of `criba apply`. */
export function withApplyOptions(command: Command): Command {
  command
    .argument('<result>', 'the JSON that select wrote with --save or --format json')
    .argument('<data>', dataInWords)
  addFlags(command, applyParts).addOption(formatOption())
  command.addOption(
    new Option('--as <language>', 'print code that chooses the same columns, instead of the comparison')
      .choices(languages)
      .conflicts('format'),
  )
  return addFlags(command, runParts).hook('preAction', (_, called) => checkSafeCsv(called))
}

/** Adds the argument and flags of `criba methods`. */
export function withMethodsOptions(command: Command): Command {
  command.argument('[name]', 'show all about one method, search or learner').addOption(formatOption())
  command.addOption(
    new Option('--bibtex', 'print the works that it comes from, or all come from, as BibTeX').conflicts(
      'format',
    ),
  )
  return addFlags(command, safeCsvPart).hook('preAction', (_, called) => checkSafeCsv(called))
}

/** How the text is read, according to the flags. */
export async function textOptions(flags: Flags): Promise<NonNullable<DataFacts['text']>> {
  const { ragged, ...others } = await partsGiven(readingParts, flags)
  return { ...others, ...(ragged && ragged !== 'error' && { ragged }) }
}
