import {
  commandParts,
  evidenceParts,
  flagName,
  flagWords,
  oneLine,
  shellWord,
  showUnseen,
  version,
} from '#core'
import type { CommandName, DataFacts, MethodSpec, Repetition } from '#core'
import { methodLabel, textFlags } from '../command-text.ts'
import type { ReportRun } from './report-run.ts'

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
  const words = [
    'criba',
    command,
    shellWord(name) + textFlags(data),
    ...(data.sql === undefined ? [] : ['--sql', shellWord(data.sql)]),
    ...Object.entries(specGiven(command, spec)).flatMap(([part, value]) => wordsOf(command, part, value)),
  ]
  return words.join(' ')
}

/** The words of one part of a spec. */
function wordsOf(command: CommandName, part: string, value: unknown): readonly string[] {
  const parts = commandParts[command]
  const { flag } = parts[part]
  // A comma may be part of a name.
  if (part === 'target') return [value].flat().flatMap((name) => flagWords(parts, part, name))
  if (part === 'evidence') return evidenceWords(flagName(flag!), value as object)
  if (part === 'groups' || part === 'costs') return [flagName(flag!), `${part}.json`]
  return flagWords(parts, part, value)
}

/** The evidence, and those of its options that are not the defaults. */
function evidenceWords(name: string, evidence: object): readonly string[] {
  const given = Object.entries(evidence).filter(
    ([part, value]) =>
      value !== null && value !== evidenceParts[part as keyof typeof evidenceParts].settle(part, null),
  )
  return [name, ...given.flatMap(([part, value]) => flagWords(evidenceParts, part, value))]
}

/** A value of plain data as a literal of TypeScript. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value)
  if (value === Infinity || value === -Infinity) return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${key(name)}: ${literal(item, inner)}`)
  if (items.length === 0) return `${open}${close}`
  const space = open === '{' ? ' ' : ''
  const line = `${open}${space}${items.join(', ')}${space}${close}`
  if (line.length + indent.length <= widest && !line.includes('\n')) return line
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`
}

/** The longest object or list that stands on one line, in characters. */
const widest = 80

function key(name: string): string {
  // A quoted `__proto__` in a literal would set the prototype.
  if (name === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

/** A text in quotes, on one line. */
function quoted(text: string): string {
  if (/^[^'\\\p{Control}]*$/u.test(text) && showUnseen(text) === text) return `'${text}'`
  return showUnseen(JSON.stringify(text)).replace(/[\u007f-\u009f]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** The parts of a settled spec that differ from their defaults, methods as text. */
function specGiven(command: CommandName, spec: object): Readonly<Record<string, unknown>> {
  const parts = commandParts[command]
  const given = Object.entries(spec).filter(([name, value]) => {
    if (value === null || !Object.hasOwn(parts, name)) return false
    const usual = parts[name].settle(name, null)
    return JSON.stringify(value) !== JSON.stringify(usual)
  })
  return Object.fromEntries(given.map(([name, value]) => [name, asText(value)]))
}

/** A method, or each of a list, as the command line names it; other values as they are. */
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText)
  return isMethod(value) ? methodLabel({ options: {}, ...value }) : value
}

function isMethod(value: unknown): value is MethodSpec {
  return typeof value === 'object' && value !== null && 'method' in value && !('values' in value)
}
