import { CribaError } from '#core'
import type { EngineValue, ResultRow } from '../engine.ts'

/** Rows of a result in the format TabSeparatedWithNamesAndTypes. */
export interface TypedRows {
  readonly names: readonly string[]
  readonly types: readonly string[]
  readonly rows: readonly ResultRow[]
}

/** The name of the format. */
export const tabSeparated = 'TabSeparatedWithNamesAndTypes'

/** A type, with arguments or not: `UInt64`, `Nullable(String)`, `Enum8('a' = 1)`. */
const typeName = /^[A-Z][A-Za-z0-9]*(?:\(.*\))?$/s

/**
 * Reads a result: whole numbers of 64 bits and more as bigints, other numbers as doubles, to the last bit.
 * What answers need not be ClickHouse: a text that has another form is refused.
 */
export function parseTabSeparated(text: string): TypedRows {
  if (text === '') throw notClickHouse('it is empty')
  const lines = text.split('\n')
  if (lines.pop() !== '') throw notClickHouse('it ends within a line')
  if (lines.length < 2) throw notClickHouse('it has no names and types of columns')
  const [names, types] = lines.slice(0, 2).map((line) => line.split('\t').map(unescaped))
  if (names.length !== types.length || !types.every((type) => typeName.test(type)))
    throw notClickHouse('it has no names and types of columns')
  const parsers = types.map(parserOf)
  const rows = lines.slice(2).map((line, row) => {
    const cells = line.split('\t')
    if (cells.length !== names.length)
      throw notClickHouse(`row ${row + 1} has ${cells.length} cells, and there are ${names.length} columns`)
    return cells.map((cell, i) => parsers[i](cell))
  })
  return { names, types, rows }
}

/** The error of an answer that ClickHouse does not send. */
export function notClickHouse(why: string, cause?: unknown): CribaError {
  return new CribaError(
    'unreadable',
    `unreadable answer of the server: ${why} (is this the port of HTTP of ClickHouse, usually 8123, or 8443 with tls?)`,
    { cause },
  )
}

type Parser = (cell: string) => EngineValue

const whole = /^-?\d+$/

function parserOf(type: string): Parser {
  const inner = plainType(type)
  const parse = /^U?Int(64|128|256)$/.test(inner)
    ? bigintOf
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

function bigintOf(cell: string): bigint {
  if (!whole.test(cell)) throw notClickHouse('a cell of whole numbers is none')
  return BigInt(cell)
}

function numberOf(cell: string): number {
  if (cell === 'inf') return Infinity
  if (cell === '-inf') return -Infinity
  if (cell === 'nan' || cell === '-nan') return NaN
  const number = cell === '' ? NaN : Number(cell)
  if (Number.isNaN(number)) throw notClickHouse('a cell of numbers is none')
  return number
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', r: '\r', n: '\n', t: '\t', 0: '\0' }

function unescaped(cell: string): string {
  return cell.includes('\\') ? cell.replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign) : cell
}
