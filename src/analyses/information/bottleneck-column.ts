import { checkTable, CribaError, cutsBelow, invalidPart, LevelColumn, objectIn, unknownName } from '#core'
import type { BottleneckResult, Column, Table } from '#core'

/**
 * The table with a column replaced by its groups: a categorical column whose levels are named by the levels
 * of each group, `red | blue`, or by the ranges of its numbers, `≤ 3 | (5, 8]`. The table may be another one,
 * such as new rows; a level that the bottleneck has not seen is an error. Missing values stay missing, unless
 * they were a level or filled.
 *
 * @example const grouped = bottleneckColumn(table, await bottleneck(table, { feature: 'island', target: 'species' }))
 * @throws CribaError naming the column, the row and the level
 */
export function bottleneckColumn(table: Table, result: BottleneckResult): Table {
  checkTable(table)
  const { feature, levels, coding } = objectIn('result', result) as BottleneckResult
  const isWhole = (list: unknown) => Array.isArray(list) && !list.includes(null)
  if (typeof feature !== 'string' || ![levels, coding].every(isWhole))
    throw invalidPart('result', result, 'a result of bottleneck')
  const place = table.columns.findIndex(({ name }) => name === feature)
  if (place < 0)
    throw unknownName(
      'column',
      feature,
      table.columns.map(({ name }) => name),
    )
  if (levels.some(({ group }) => group === undefined)) {
    throw new CribaError(
      'unsuitable',
      `unsuitable bottleneck of ${feature}: soft has shares, not groups (take form hard or sufficient)`,
    )
  }
  const names = groupNames(result)
  const column = table.columns[place]
  const levelOf = levelsOf(column, result)
  const grouped = new LevelColumn(feature, table.rows)
  for (let row = 0; row < table.rows; row++) {
    const level = levelOf(row)
    grouped.set(row, level === null ? null : names[levels[level].group!])
  }
  return { ...table, columns: table.columns.with(place, grouped.finish()) }
}

/** For each row the index of its level, null where it has none. */
function levelsOf(
  column: Column,
  { levels, coding, feature }: BottleneckResult,
): (row: number) => number | null {
  const { cuts, fill } = coding.find((entry) => entry.feature === feature) ?? {}
  if (cuts && column.type !== 'numeric')
    throw new CribaError(
      'invalid',
      `invalid type of column ${feature}: categorical (its bottleneck is of numbers)`,
    )
  const places = new Map(levels.flatMap(({ level, isMissing }, i) => (isMissing ? [] : [[level, i]])))
  const placeOf = (cell: string | number) => (cuts ? cutsBelow(cuts, cell as number) : places.get(cell))
  const ofMissing = levels.findIndex(({ isMissing }) => isMissing)
  const missing = fill !== undefined ? placeOf(fill)! : ofMissing >= 0 ? ofMissing : null
  return (row) => {
    if (column.missing?.[row]) return missing
    const cell = column.type === 'numeric' ? column.values[row] : column.levels[column.codes[row]]
    const level = placeOf(cell)
    if (level !== undefined) return level
    throw new CribaError(
      'unknown',
      `unknown level in column ${feature}, row ${row + 1}: ${cell} (it has no group)`,
    )
  }
}

/** The name of each group from its levels, all distinct. */
function groupNames({ levels, coding, feature }: BottleneckResult): readonly string[] {
  const { cuts } = coding.find((entry) => entry.feature === feature) ?? {}
  const members: number[][] = []
  levels.forEach(({ group }, i) => (members[group!] ??= []).push(i))
  const names: string[] = []
  for (const places of members) {
    const own = places.filter((place) => !levels[place].isMissing)
    const words = cuts ? rangesOf(own, cuts) : own.map((place) => wordOf(levels[place].level))
    let name = [...words, ...(own.length < places.length ? ['missing'] : [])].join(' | ')
    while (names.includes(name)) name += '′'
    names.push(name)
  }
  return names
}

/** A level that contains the separator is quoted. */
function wordOf(level: string | number): string {
  const word = String(level)
  return word.includes(' | ') ? JSON.stringify(word) : word
}

/** Bins as ranges of numbers, with neighbouring bins joined. */
function rangesOf(bins: readonly number[], cuts: readonly number[]): readonly string[] {
  const starts = bins.filter((bin) => !bins.includes(bin - 1))
  const ends = bins.filter((bin) => !bins.includes(bin + 1))
  return starts.map((start, i) => {
    const [above, upTo] = [cuts[start - 1], cuts[ends[i]]]
    if (above === undefined) return upTo === undefined ? 'any number' : `≤ ${upTo}`
    return upTo === undefined ? `> ${above}` : `(${above}, ${upTo}]`
  })
}
