import { commandParts, evidenceParts, joinNames } from '#core'
import type { PartFlag, PartTable } from '#core'
import { shellWord } from '../command-text.ts'
import type { RepeatableResult } from './repetition.ts'
import { specGiven } from './spec-given.ts'

/** The command line that gives a result again. Groups and costs of columns are read from files, which it names. */
export function commandOf({ command, data, spec }: RepeatableResult, name: string): string {
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
