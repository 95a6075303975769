import { areNumbers, linesOf, namesOf, noRows } from './json-lines.ts'
import type { JsonRows, RowPlaces } from './json-lines.ts'
import { ofNull, PartList } from './json-parts.ts'
import type { JsonParts } from './json-parts.ts'

/** The kind of values of several kinds. */
const several = 255

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
  return { lines: linesOf(json, names, rows, index, label), warnings: [] }
}

/**
 * The names of all members of some objects; whether each object, and whether all members of each name, have
 * values of one kind.
 */
function membersOf(json: JsonParts, outer: PartList, label: string) {
  const kinds: number[] = []
  const columns = new Map<string, number>()
  const columnOf = (name: string) => {
    const known = columns.get(name)
    if (known !== undefined) return known
    columns.set(name, kinds.length)
    return kinds.push(ofNull) - 1
  }
  let areOuter = true
  let [before, members] = [new PartList(), new PartList()]
  let columnsOf: readonly number[] | null = null
  for (let o = 0; o < outer.length; o++) {
    json.partsOf(outer.value(o), members)
    // Most have the names of the one before.
    if (!columnsOf || !json.haveSameNames(before, members)) {
      columnsOf = namesOf(json, members).map(columnOf)
      if (new Set(columnsOf).size < members.length) throw noRows(label)
    }
    let own = ofNull
    for (let i = 0; i < members.length; i++) {
      const kind = json.kindOf(members.value(i))
      if (kind === ofNull) continue
      kinds[columnsOf[i]] = joinedKind(kinds[columnsOf[i]], kind)
      own = joinedKind(own, kind)
    }
    areOuter &&= own !== several
    ;[before, members] = [members, before]
  }
  return { names: [...columns.keys()], areOuter, areInner: !kinds.includes(several) }
}

function joinedKind(before: number, kind: number): number {
  return before === ofNull || before === kind ? kind : several
}

/** The rows of columns that are objects. */
function* columnsByName(json: JsonParts, outer: PartList, names: readonly string[]): Generator<RowPlaces> {
  const columns = [...outer.values()].map((part) => json.partsOf(part))
  const areSame = columns.every((column) => json.haveSameNames(columns[0], column))
  const rowsOf = areSame ? null : columns.map((column) => placesOf(json, column))
  const places = new Uint32Array(2 * columns.length)
  for (const [row, name] of names.entries()) {
    places.fill(0)
    columns.forEach((column, i) => {
      const place = rowsOf ? rowsOf[i].get(name) : row
      if (place !== undefined) column.writeValue(place, places, 2 * i)
    })
    yield places
  }
}

/** Rows that are objects. */
function* rowsByName(json: JsonParts, outer: PartList, names: readonly string[]): Generator<RowPlaces> {
  const columns = new Map(names.map((name, i) => [name, i]))
  const places = new Uint32Array(2 * names.length)
  let [before, row] = [new PartList(), new PartList()]
  let columnsOf: readonly number[] | null = null
  for (let o = 0; o < outer.length; o++) {
    json.partsOf(outer.value(o), row)
    if (!columnsOf || !json.haveSameNames(before, row))
      columnsOf = namesOf(json, row).map((name) => columns.get(name)!)
    places.fill(0)
    for (let i = 0; i < row.length; i++) row.writeValue(i, places, 2 * columnsOf[i])
    yield places
    ;[before, row] = [row, before]
  }
}

function placesOf(json: JsonParts, parts: PartList): Map<string, number> {
  return new Map(namesOf(json, parts).map((name, i) => [name, i]))
}
