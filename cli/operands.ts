import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { CribaError } from '../src/spec/error.ts'

/** Names that only files have. */
const isFileName = (word: string) =>
  /\.(csv|tsv|txt|dat|parquet|json|ndjson|jsonl|arrow|feather|arff)(\.gz|\.zst)?$/i.test(word) ||
  existsSync(word)

/** Refuses a command line without data, or with words that belong to nothing, and says where they went or came from. */
export function checkOperands(command: Command): void {
  const { args } = command
  if (args.length === 0) throw missingData(command)
  if (args.length > 1) throw strayWord(command)
}

/** The data are missing: an option before them may have taken the file for one of its values. */
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

/** A word too many: another file, or the next name of a list that has to stand in one word. */
function strayWord(command: Command): CribaError {
  const { args } = command
  const data = args.find(isFileName) ?? args[0]
  const stray = args.find((word) => word !== data) ?? args[1]
  if (args.filter(isFileName).length > 1) {
    return new CribaError(
      'invalid',
      `invalid data: ${stray} beside ${data} (one file, or several by a quoted glob: '*.csv')`,
    )
  }
  const list = optionsOf(command).find(({ flag, words, isList }) => {
    const next = words.length > 0 && wordAfter(flag, words[words.length - 1])
    return isList && next === stray
  })
  const mend = list
    ? `the names of ${list.flag} stand in one word: ${list.flag} ${list.words[list.words.length - 1]},${stray}`
    : 'it belongs to no option'
  return new CribaError('invalid', `invalid argument: ${stray} (${mend})`)
}

interface GivenOption {
  readonly flag: string
  readonly words: readonly string[]
  /** Whether it takes several names, repeated or with commas. */
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
