import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { CribaError } from '#core'

/** Whether a word looks like the name of a data file, or is an existing file. */
const isFileName = (word: string) =>
  /\.(csv|tsv|txt|dat|parquet|json|ndjson|jsonl|arrow|feather|arff)(\.gz|\.zst)?$/i.test(word) ||
  existsSync(word)

/** Refuses a command line without data or with words that belong to no option, and says how to write it. */
export function checkOperands(command: Command): void {
  const { args } = command
  if (args.length === 0) throw missingData(command)
  if (args.length > 1) throw strayWord(command)
}

/** The error for missing data: an option before the file may have taken it as a value. */
function missingData(command: Command): CribaError {
  const taken = optionsOf(command)
    .flatMap(({ flag, words }) => words.map((word) => ({ flag, word })))
    .find(({ word }) => isFileName(word))
  if (!taken) return new CribaError('missing', 'missing data (name a file, a glob, or - for standard input)')
  const { flag, word } = taken
  return new CribaError(
    'missing',
    `missing data: ${flag} took ${word} (put the data first: criba ${command.name()} ${word} ${flag} …)`,
  )
}

/** The error for a surplus word: another file, or a name that a list should join with a comma. */
function strayWord(command: Command): CribaError {
  const { args } = command
  const data = args.find(isFileName) ?? args[0]
  const stray = args.find((word) => word !== data) ?? args[1]
  if (args.filter(isFileName).length > 1) {
    return new CribaError(
      'invalid',
      `invalid data: ${stray} besides ${data} (name one file, or several by a quoted glob: '*.csv')`,
    )
  }
  const list = optionsOf(command).find(({ flag, words, isList }) => {
    const next = words.length > 0 && wordAfter(flag, words[words.length - 1])
    return isList && next === stray
  })
  const remedy = list
    ? `join the names with a comma: ${list.flag} ${list.words[list.words.length - 1]},${stray}`
    : 'it belongs to no option'
  return new CribaError('invalid', `invalid argument: ${stray} (${remedy})`)
}

interface GivenOption {
  readonly flag: string
  readonly words: readonly string[]
  /** Whether it takes several names. */
  readonly isList: boolean
}

/** The options that were given, with their values. */
function optionsOf(command: Command): readonly GivenOption[] {
  return command.options.flatMap((option) => {
    const source = command.getOptionValueSource(option.attributeName())
    const value = command.getOptionValue(option.attributeName()) as unknown
    if (source !== 'cli') return []
    const words = (Array.isArray(value) ? value : [value]).filter((word) => typeof word === 'string')
    return [{ flag: option.long ?? option.flags, words, isList: Array.isArray(value) }]
  })
}

/** The word of the command line that follows a value of an option. */
function wordAfter(flag: string, value: string): string | undefined {
  const words = process.argv
  const at = words.findIndex((word, i) => word === value && words[i - 1] === flag)
  return at < 0 ? undefined : words[at + 1]
}
