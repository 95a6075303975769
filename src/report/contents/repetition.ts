import type { CommandName } from '../../spec/command-parts.ts'
import { version } from '../../spec/version.ts'
import type { DataFacts } from '../../trace/ranking.ts'
import type { Repetition } from '../../trace/report.ts'
import { commandOf } from './command-of-result.ts'
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
    command: command ?? commandOf(result, data ?? 'data.csv'),
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

function programOf({ command, data, spec }: RepeatableResult, name: string): string {
  const { text = {}, sql } = data
  const options = { ...text, ...(sql !== undefined && { sql }) }
  const given = Object.keys(options).length > 0 ? `, ${literal(options)}` : ''
  return [
    `import { ${command} } from 'criba'`,
    `import { openSource } from 'criba/node'`,
    '',
    `const source = await openSource(${literal(name)}${given})`,
    `const result = await ${command}(source, ${literal(specGiven(command, spec))})`,
    'source.close()',
    '',
  ].join('\n')
}
