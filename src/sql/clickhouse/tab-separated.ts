import type { EngineValue, ResultRow } from '../engine.ts'

/** Rows of a result in the format TabSeparatedWithNamesAndTypes. */
export interface TypedRows {
  readonly names: readonly string[]
  readonly types: readonly string[]
  readonly rows: readonly ResultRow[]
}

/** The name of the format. */
export const tabSeparated = 'TabSeparatedWithNamesAndTypes'

/**
 * Reads a result: whole numbers of 64 bits and more as bigints, other numbers as doubles, to the last bit.
 */
export function parseTabSeparated(text: string): TypedRows {
  const lines = text.split('\n')
  if (lines[lines.length - 1] === '') lines.pop()
  const [names = [], types = []] = lines.slice(0, 2).map((line) => line.split('\t').map(unescaped))
  const parsers = types.map(parserOf)
  const rows = lines.slice(2).map((line) => line.split('\t').map((cell, i) => parsers[i](cell)))
  return { names, types, rows }
}

type Parser = (cell: string) => EngineValue

function parserOf(type: string): Parser {
  const inner = plainType(type)
  const parse = /^U?Int(64|128|256)$/.test(inner)
    ? BigInt
    : /^(U?Int|Float)\d+$/.test(inner)
      ? numberOf
      : unescaped
  return (cell) => (cell === '\\N' ? null : parse(cell))
}

/** A type without what says that it may be NULL or is stored as a dictionary. */
export function plainType(type: string): string {
  const wrapped = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)
  return wrapped ? plainType(wrapped[1]) : type
}

function numberOf(cell: string): number {
  if (cell === 'inf') return Infinity
  return cell === '-inf' ? -Infinity : Number(cell)
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', r: '\r', n: '\n', t: '\t', 0: '\0' }

function unescaped(cell: string): string {
  return cell.includes('\\') ? cell.replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign) : cell
}
