import {
  CribaError,
  checkTable,
  firstFew,
  givenNames,
  namesIn,
  objectIn,
  unknownName,
  byCodePoint,
  allocateNumbers,
  numberColumn,
} from '#core'
import type { CategoricalColumn, Column, CountedColumn, NumericColumn, Table, Warning } from '#core'

/** A column of more different lists is a text. */
const mostLists = 100_000
/** The most indicators that one column becomes. */
const mostItems = 1000
/** Of more items than these, those get none that at most such a share of the lists has. */
const manyItems = 50
const rareShare = 0.01
/** A message names at most so many columns. */
const mostNamed = 5

/** The sign between the items of each column of lists, by its name. */
export type ListSigns = Readonly<Record<string, string>>

/** The items of a list, each once, without the blanks around them. */
export function itemsOf(list: string, sign: string): readonly string[] {
  return [...new Set(list.split(sign).map((item) => item.trim()))].filter((item) => item !== '')
}

/** The sign between items that the user gives: `space` for blanks; a word keeps those around it. */
export function signOf(given: string): string {
  if (/^\s\p{L}+\s$/u.test(given)) return given
  return given.trim() === 'space' ? ' ' : given.trim()
}

/** The name of the indicator of an item, as pandas and fastDummies call it. */
export function indicatorName(column: string, item: string): string {
  return `${column}_${item}`
}

/** A list, and how many rows have it. */
interface CountedList {
  readonly list: string
  readonly rows: number
}

/**
 * The items for which a column of lists gets indicators: those of its cells, without rare ones of very many,
 * and those that must be there. How many it leaves out is in `rare`.
 */
export function indicatorItems(
  column: string,
  lists: readonly CountedList[],
  sign: string,
  needed: readonly string[] = [],
): { readonly items: readonly string[]; readonly rare: number } {
  const counts = new Map<string, number>()
  let rows = 0
  for (const { list, rows: count } of lists) {
    rows += count
    for (const item of itemsOf(list, sign)) counts.set(item, (counts.get(item) ?? 0) + count)
  }
  const all = [...counts.keys()]
  const items = new Set(
    all.length > manyItems ? all.filter((item) => counts.get(item)! > rareShare * rows) : all,
  )
  const rare = all.length - items.size
  for (const name of needed)
    if (name.startsWith(indicatorName(column, ''))) items.add(name.slice(column.length + 1))
  if (items.size > mostItems) {
    throw new CribaError(
      'too-large',
      `too many items to split: ${column} has ${items.size} by ${JSON.stringify(sign)} (at most ${mostItems})`,
    )
  }
  return { items: [...items].sort(byCodePoint), rare }
}

/** The warning about items without an indicator; none if all have one. */
export function rareItemsWarning(rare: ReadonlyMap<string, number>): readonly Warning[] {
  const found = [...rare].filter(([, count]) => count > 0)
  if (found.length === 0) return []
  const columns = found.map(([name]) => name)
  const shown = firstFew(
    found.map(([name, count]) => `${name} (${count})`),
    mostNamed,
  )
  const share = `${100 * rareShare} %`
  return [
    {
      code: 'lists',
      columns,
      message: `items that at most ${share} of the lists have, and so no indicator: ${shown}`,
    },
  ]
}

/** Refuses a column that holds no texts, or too many. */
export function checkLists({ name, type, distinct }: CountedColumn): void {
  if (type === 'numeric') {
    throw new CribaError(
      'unsuitable',
      `unsuitable column to split: ${name} holds numbers (if these are lists of one item each, type it categorical)`,
    )
  }
  if ((distinct ?? 0) > mostLists) {
    throw new CribaError(
      'too-large',
      `too many lists to split: ${name} has ${distinct} different ones (at most ${mostLists})`,
    )
  }
}

/**
 * Replaces columns whose cells are lists, such as `mail;phone`, by an indicator of each item: 1 if the list
 * has it, else 0, missing where the cell is. The sign between items is given by the name of the column; the
 * indicators are named `channels_mail`, in code-point order of the items. Of more than 50 items, those in at
 * most 1 % of the lists get none, which a warning says. `needed` are indicators that are made in any case.
 *
 * @example splitLists(tableFromColumns({ channels: ['mail;phone', 'mail', null] }), { channels: ';' })
 */
export function splitLists(
  table: Table,
  split: ListSigns,
  needed: readonly string[] = [],
  names?: readonly string[],
): Table {
  checkTable(table)
  givenNames('needed', needed)
  checkSplitNames(split, namesIn('names', names) ?? table.columns.map(({ name }) => name))
  const rare = new Map<string, number>()
  const columns = table.columns.flatMap((column): readonly Column[] => {
    if (!Object.hasOwn(split, column.name)) return [column]
    if (column.type === 'numeric') {
      checkLists({ ...column, distinct: null })
      return []
    }
    checkLists({ ...column, distinct: column.levels.length })
    const made = indicatorsOf(column, signOf(split[column.name]), needed)
    rare.set(column.name, made.rare)
    return made.columns
  })
  refuseTaken(columns.map(({ name }) => name))
  const warnings = [...(table.warnings ?? []), ...rareItemsWarning(rare)]
  return { ...table, columns, ...(warnings.length > 0 && { warnings }) }
}

/** Refuses names that no column of the data has, and signs that are empty. */
export function checkSplitNames(split: ListSigns, names: readonly string[]): void {
  const known = new Set(names)
  for (const [name, sign] of Object.entries(objectIn('split', split))) {
    if (typeof sign !== 'string' || sign.trim() === '')
      throw new CribaError('invalid', `invalid split: ${name}= (needs a sign)`)
    if (!known.has(name)) throw unknownName('column', name, names)
  }
}

/** Refuses indicators that have the name of another column. */
export function refuseTaken(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) {
      throw new CribaError('invalid', `invalid split: two columns would be called ${name} (rename one)`)
    }
    seen.add(name)
  }
}

function indicatorsOf(
  column: CategoricalColumn,
  sign: string,
  needed: readonly string[],
): { readonly columns: readonly NumericColumn[]; readonly rare: number } {
  const lists = column.levels.map((list) => new Set(itemsOf(list, sign)))
  const counted = column.levels.map((list) => ({ list, rows: 0 }))
  column.codes.forEach((code, row) => {
    if (!column.missing?.[row]) counted[code].rows++
  })
  const { items, rare } = indicatorItems(column.name, counted, sign, needed)
  const columns = items.map((item) => {
    const ofLevel = lists.map((items) => (items.has(item) ? 1 : 0))
    const values = allocateNumbers(column.codes.length)
    for (let row = 0; row < values.length; row++)
      values[row] = column.missing?.[row] ? NaN : ofLevel[column.codes[row]]
    return numberColumn(indicatorName(column.name, item), values)
  })
  return { columns, rare }
}
