import { areNumbers, linesOf, missing, namesOf, noRows } from './json-lines.ts'
import type { JsonRows } from './json-lines.ts'
import type { JsonParts, PartList } from './json-parts.ts'

/**
 * Columns that are objects by the names of rows, or rows by their names: which one say names that count, and
 * columns of values of one kind.
 */
export function objectRows(json: JsonParts, outer: PartList, label: string): JsonRows {
  const outerNames = namesOf(json, outer)
  const { names: innerNames, areOuter, areInner } = membersOf(json, outer, label)
  const byKind = areOuter === areInner ? null : areOuter
  const [countOuter, countInner] = [outerNames, innerNames].map(areNumbers)
  // Both count where a matrix was written: its columns are outside by default.
  const byName = countInner ? true : countOuter ? false : null
  const areColumns = byKind ?? byName
  if (areColumns === null || areColumns !== (byName ?? areColumns)) throw noRows(label)
  const [names, index] = areColumns ? [outerNames, innerNames] : [innerNames, outerNames]
  const rows = areColumns ? columnsByName(json, outer, innerNames) : rowsByName(json, outer, innerNames)
  return { lines: linesOf(names, rows, index, label), warnings: [] }
}

/**
 * The names of all members of some objects; whether each object, and whether all members of each name, have
 * values of one kind.
 */
function membersOf(json: JsonParts, outer: PartList, label: string) {
  const kinds = new Map<string, string>()
  let areOuter = true
  let before: PartList | null = null
  for (const part of outer.values()) {
    const members = json.partsOf(part)
    const own = new Set<string>()
    for (let i = 0; i < members.length; i++) {
      const name = json.textOf(members.name(i))
      const kind = json.kindOf(members.value(i)).replace('n', '')
      const before = kinds.get(name) ?? ''
      kinds.set(name, before === '' || kind === '' || before === kind ? before || kind : 'several')
      if (kind !== '') own.add(kind)
    }
    // Most have the names of the one before.
    const areKnown = before !== null && json.haveSameNames(before, members)
    if (!areKnown && placesOf(json, members).size < members.length) throw noRows(label)
    before = members
    areOuter &&= own.size < 2
  }
  return { names: [...kinds.keys()], areOuter, areInner: ![...kinds.values()].includes('several') }
}

/** The rows of columns that are objects. */
function* columnsByName(json: JsonParts, outer: PartList, names: readonly string[]): Generator<string[]> {
  const columns = [...outer.values()].map((part) => json.partsOf(part))
  const areSame = columns.every((column) => json.haveSameNames(columns[0], column))
  const places = areSame ? null : columns.map((column) => placesOf(json, column))
  for (const [row, name] of names.entries())
    yield columns.map((column, i) => {
      const place = places ? places[i].get(name) : row
      return place === undefined ? missing : json.textOf(column.value(place))
    })
}

/** Rows that are objects. */
function* rowsByName(json: JsonParts, outer: PartList, names: readonly string[]): Generator<string[]> {
  for (const part of outer.values()) {
    const row = json.partsOf(part)
    const places = placesOf(json, row)
    yield names.map((name) => {
      const place = places.get(name)
      return place === undefined ? missing : json.textOf(row.value(place))
    })
  }
}

function placesOf(json: JsonParts, parts: PartList): Map<string, number> {
  return new Map(namesOf(json, parts).map((name, i) => [name, i]))
}
