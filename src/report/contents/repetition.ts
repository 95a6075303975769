import { commandParts, evidenceParts, joinNames, oneLine, version } from '#core'
import type { CommandName, DataFacts, PartFlag, PartTable, Repetition } from '#core'
import { shellWord } from '../command-text.ts'
import { literal } from './literal.ts'
import type { ReportRun } from './report-run.ts'
import { specGiven } from './spec-given.ts'

/** A result that can be repeated from its spec. */
export interface RepeatableResult {
  readonly command: CommandName
  readonly data: DataFacts
  readonly spec: object
}

/** How to get a result again: the command, a program, the versions and the hash of the data. */
export function repetitionOf(result: RepeatableResult, { data, command, hash }: ReportRun): Repetition {
  return {
    command: command ?? (noteOf(result) ? noCommand : commandOf(result, data ?? 'data.csv')),
    typescript: programOf(result, data ?? 'data.csv'),
    versions: { criba: version, ...nodeVersion() },
    ...(hash !== undefined && { hash }),
  }
}

/** The version of Node, where the program runs in it. */
export function nodeVersion(): Readonly<Record<string, string>> {
  const node = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node
  return node === undefined ? {} : { Node: node }
}

const noCommand = '# The criterion is a function, which only the library takes.'

/** What a spec says of a criterion that is a function, which plain data cannot contain. */
function noteOf({ spec }: RepeatableResult): string | undefined {
  return (spec as { readonly criterion?: { readonly note?: string } | null }).criterion?.note
}

function programOf(result: RepeatableResult, name: string): string {
  const { command, data, spec } = result
  const { text = {}, sql } = data
  const note = noteOf(result)
  const options = { ...text, ...(sql !== undefined && { sql }) }
  const given = Object.keys(options).length > 0 ? `, ${literal(options)}` : ''
  return [
    `import { ${command} } from 'criba'`,
    `import { openSource } from 'criba/node'`,
    '',
    ...(note === undefined
      ? []
      : [`// The criterion is a function, to be given in its place: ${oneLine(note)}`]),
    `const source = await openSource(${literal(name)}${given})`,
    `const result = await ${command}(source, ${literal(specGiven(command, spec))})`,
    'source.close()',
    '',
  ].join('\n')
}

/**
 * The command line that gives a result again. Groups and costs of columns are read from files, which it
 * names.
 */
function commandOf({ command, data, spec }: RepeatableResult, name: string): string {
  const { comment, skip, missingWords = [], ragged } = data.text ?? {}
  const words = [
    'criba',
    command,
    shellWord(name),
    ...wordsOf('--comment', comment),
    ...wordsOf('--skip', skip),
    ...(missingWords.length > 0 ? wordsOf('--missing-words', joinNames(missingWords)) : []),
    ...wordsOf('--ragged', ragged),
    ...wordsOf('--sql', data.sql),
    ...Object.entries(specGiven(command, spec)).flatMap(([part, value]) =>
      flagWords(commandParts[command], part, value),
    ),
  ]
  return words.join(' ')
}

function wordsOf(flag: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [flag, shellWord(String(value))]
}

/** The words of one part of a spec. */
function flagWords(parts: PartTable, part: string, value: unknown): readonly string[] {
  const { flag } = parts[part]
  if (!flag) return []
  const name = nameOf(flag)
  if (part === 'evidence') return evidenceWords(name, value as object)
  if (part === 'groups' || part === 'costs') return [name, `${part}.json`]
  if (value === true) return [name]
  if (Array.isArray(value)) {
    const texts = value.map(textOf)
    // Flags with dots take several words, each a method.
    return flag.spelling.includes('...')
      ? [name, ...texts.map(shellWord)]
      : [name, shellWord(joinNames(texts))]
  }
  return [name, shellWord(textOf(value))]
}

/** The evidence, and those of its options that are not the defaults. */
function evidenceWords(name: string, evidence: object): readonly string[] {
  const given = Object.entries(evidence).filter(
    ([part, value]) =>
      value !== null && value !== evidenceParts[part as keyof typeof evidenceParts].settle(part, null),
  )
  return [name, ...given.flatMap(([part, value]) => flagWords(evidenceParts, part, value))]
}

/** The long name of a flag, or its only one: `--target` of `-t, --target <column>`. */
function nameOf({ spelling }: PartFlag): string {
  return spelling.replace(/ [<[].*$/, '').replace(/^.*, /, '')
}

/** A value as a flag takes it; the parts of an object as `name=value`. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if ('option' in value && 'values' in value) {
    const { method, option, values } = value as { method: string; option: string; values: readonly unknown[] }
    return `${method}:${option}=${values.join('/')}`
  }
  return Object.entries(value)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => `${name}=${String(part)}`)
    .join(',')
}
