import { CribaError, firstFew, shellWord } from '#core'
import { quotedName, quotedText } from '#sql'
import type { EngineColumn } from './engine-columns.ts'

/** A type of the engine: a struct has fields, each with a type. */
interface TypeNode {
  readonly type: string
  readonly fields: readonly Field[] | null
}

interface Field {
  readonly name: string
  readonly node: TypeNode
}

/** A value in a struct, or a column that is no struct. */
export interface Leaf extends EngineColumn {
  /** The names on the way to it, the column's first. */
  readonly path: readonly string[]
  /** The expression of its value. */
  readonly sql: string
}

/**
 * The columns with each struct in the place of its fields, at any depth: `a.b` for `STRUCT(b INTEGER)` in a.
 * Names are unique, as the engine compares them.
 */
export function leavesOf(columns: readonly EngineColumn[]): Leaf[] {
  const found = columns.flatMap(({ name, engineType }) =>
    leavesBelow([name], quotedName(name), nodeOf(engineType)),
  )
  const taken = new Set(found.filter(({ path }) => path.length === 1).map(({ name }) => name.toLowerCase()))
  return found.map((leaf) => {
    if (leaf.path.length === 1) return leaf
    let { name } = leaf
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${leaf.name}_${number}`
    taken.add(name.toLowerCase())
    return { ...leaf, name }
  })
}

function leavesBelow(path: readonly string[], sql: string, { type, fields }: TypeNode): Leaf[] {
  if (!fields) return [{ name: path.join('.'), engineType: type, path, sql }]
  return fields.flatMap(({ name, node }) =>
    leavesBelow([...path, name], `struct_extract(${sql}, ${quotedText(name)})`, node),
  )
}

/** A type in which some values, given by their path, are texts. */
export function withTexts(
  { name, engineType }: EngineColumn,
  isText: (path: readonly string[]) => boolean,
): string {
  const typeAt = (path: readonly string[], { type, fields }: TypeNode): string => {
    if (!fields) return isText(path) ? 'VARCHAR' : type
    const list = fields.map(({ name, node }) => `${quotedName(name)} ${typeAt([...path, name], node)}`)
    return `STRUCT(${list.join(', ')})`
  }
  return typeAt([name], nodeOf(engineType))
}

/** Parses the name of a type as the engine prints it: `STRUCT(a INTEGER, "b c" STRUCT(d DATE))`. */
function nodeOf(type: string): TypeNode {
  const [, inside] = /^STRUCT\((.*)\)$/s.exec(type) ?? []
  if (inside === undefined) return { type, fields: null }
  const fields = splitTypes(inside).map(fieldOf)
  // Structs of rows have no names.
  return { type, fields: fields.every((field) => field !== null) ? fields : null }
}

function fieldOf(text: string): Field | null {
  const [all, quoted, bare] = /^(?:"((?:[^"]|"")*)"|([^\s"]+)) /.exec(text) ?? []
  if (all === undefined) return null
  return { name: quoted?.replaceAll('""', '"') ?? bare, node: nodeOf(text.slice(all.length)) }
}

/** Splits a list at commas outside of brackets and quotes. */
function splitTypes(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[(),]/g)) {
    if (sign === '(') depth++
    else if (sign === ')') depth--
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, index).trim())
      from = index + 1
    }
  }
  return [...parts, text.slice(from).trim()]
}

/** A message names at most so many columns. */
const mostNamed = 5

/** A number, or a text, that says something of a value of a type that criba does not take. */
function summaryOf(cell: string, engineType: string): string {
  if (engineType.endsWith(']')) return `len(${cell})`
  if (engineType.startsWith('MAP')) return `cardinality(${cell})`
  if (engineType === 'BLOB') return `octet_length(${cell})`
  if (engineType === 'INTERVAL') return `epoch(${cell})`
  return `CAST(${cell} AS VARCHAR)`
}

/** The error for columns that hold neither numbers nor texts, with the query that takes something of each. */
export function unsuitableColumns(
  columns: readonly Leaf[],
  label: string,
  {
    isOfQuery,
    inside,
    all,
  }: { readonly isOfQuery: boolean; readonly inside?: string | undefined; readonly all: readonly Leaf[] },
): CribaError {
  const named = firstFew(
    columns.map(({ name }) => name),
    mostNamed,
  )
  const types = [...new Set(columns.map(({ engineType }) => engineType))]
  const replaced = replacements(columns, 0, (name) => quotedName(name)).map(
    ([name, sql]) => `${sql} AS ${quotedName(name)}`,
  )
  const from =
    inside === undefined ? 'data' : `(SELECT unnest(${quotedName(inside)}, max_depth := 2) FROM data)`
  const query =
    featuresQuery(columns, all, from, inside) ?? `SELECT * REPLACE (${replaced.join(', ')}) FROM ${from}`
  const [it, holds] = columns.length === 1 ? ['it', 'it holds'] : ['them', 'they hold']
  const remedy = isOfQuery
    ? `select ${firstFew(replaced, mostNamed)}`
    : `take something of ${it} with a query: --sql ${shellWord(query)}`
  const what = columns.length === 1 ? `column ${named}` : `columns ${named}`
  const takes = 'criba takes numbers, texts, booleans and dates: drop the column, or'
  return new CribaError(
    'unsuitable',
    `unsuitable ${what} of ${label}: ${holds} ${firstFew(types, mostNamed)} (${takes} ${remedy})`,
  )
}

/** The query for the properties of the features of a map, and where each point is; `null` for other data. */
function featuresQuery(
  [first, ...others]: readonly Leaf[],
  all: readonly Leaf[],
  from: string,
  inside: string | undefined,
): string | null {
  const isMap =
    inside === 'features' &&
    others.length === 0 &&
    first.path.join('.') === 'geometry.coordinates' &&
    all.some(({ path }) => path[0] === 'properties' && path.length > 1)
  if (!isMap) return null
  const [x, y] = [1, 2].map((place) => `geometry.coordinates[${place}]`)
  const points = first.engineType === 'DOUBLE[]' ? `, ${x} AS longitude, ${y} AS latitude` : ''
  return `SELECT properties.*${points} FROM ${from}`
}

/** The columns that a query replaces, and by what: a struct by the same with some fields replaced. */
function replacements(
  leaves: readonly Leaf[],
  depth: number,
  cellOf: (name: string) => string,
): (readonly [name: string, sql: string])[] {
  const byName = new Map<string, Leaf[]>()
  for (const leaf of leaves) {
    const name = leaf.path[depth]
    byName.set(name, [...(byName.get(name) ?? []), leaf])
  }
  return [...byName].map(([name, below]) => {
    const cell = cellOf(name)
    if (below[0].path.length === depth + 1) return [name, summaryOf(cell, below[0].engineType)]
    const fields = replacements(below, depth + 1, (field) => `${cell}.${quotedName(field)}`)
    const list = fields.map(([field, sql]) => `${quotedName(field)} := ${sql}`)
    return [name, `struct_update(${cell}, ${list.join(', ')})`]
  })
}
