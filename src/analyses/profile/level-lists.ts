import { firstFew, queryColumn, queryValue, queryWarning } from '#core'
import { indicatorName, itemsOf, parseNumber } from '#files/cells'
import type { Warning } from '#core'
import { mostColumns } from './level-texts.ts'
import type { CountedLevel, CountedLevels } from './level-texts.ts'

/** The signs between items that are looked for; a comma last, because texts have commas, and then blanks. */
const signs = [';', '|', ',', ' + ', '/', '+']
/** mg/l and A+ are no lists of two: some list is longer where such a sign stands between items. */
const namesOneThing: ReadonlySet<string> = new Set(['/', '+'])
/** More items than these are no choices, unless most are rare, as what people write beside given answers. */
const mostItems = 50
/** An item that fewer of the lists have is rare; others are at least such a share of all items in them. */
const rareShare = 0.01
const leastCommon = 0.85
/** Longer items are sentences, unless they are common. */
const longestItem = 40
/** Of lists with rare items so many have several: a name in the middle of a text is none. */
const leastShareOfSome = 0.15
/** Such a share of cells may have an empty item, or one twice, among many. */
const mostOdd = 0.01
/** Texts whose items are different after so many cells are no lists. */
const firstLevels = 200
/** At least so many of the rows with a value have several items. */
const leastShare = 0.05
/** Each item is in so many different lists on average, … */
const listsOfItem = 2
/** … but for signs that stand in few other texts: where half of the items in lists stand alone too, they are choices. */
const signsOfLists: ReadonlySet<string> = new Set([';', '|'])

/** The sign between the items of cells that are lists, how many items there are, and how many that are rare. */
interface Lists {
  readonly sign: string
  readonly items: number
  readonly rare: number
  readonly example: string
}

/** What lists the cells are; `null` if they are none. */
export function listsIn(counted: readonly CountedLevel[]): Lists | null {
  if (counted.some(({ level }) => bracketed.test(level))) return null
  for (const sign of signs) {
    const found = listsBy(counted, sign)
    if (found && (!namesOneThing.has(sign) || itemsOf(found.example, sign).length > 2))
      return { sign: sign.trim(), ...found }
  }
  for (const sign of wordsBetween) {
    const found = listsBy(counted, sign)
    if (found) return { sign, ...found }
  }
  return wordLists(counted)
}

/** Words between two items. */
const wordsBetween = [' and ', ' und ', ' y ', ' et ', ' e ']

/**
 * Lists by blanks, as forms of surveys write them: some are of three words or more, and most words are a list
 * alone too.
 */
function wordLists(counted: readonly CountedLevel[]): ReturnType<typeof listsIn> {
  const found = listsBy(counted, ' ')
  if (!found || itemsOf(found.example, ' ').length < 3) return null
  const alone = counted.filter(({ level }) => itemsOf(level, ' ').length === 1).length
  return alone * 4 >= found.items * 3 ? { sign: ' ', ...found } : null
}

/**
 * Lists are cells with one, two and more of few items, none of them twice, each in several different lists. A
 * name and its first name, a town and its country, or an answer and what limits it share a sign too, but most
 * of their parts are in one cell only, or there are always as many.
 */
function listsBy(counted: readonly CountedLevel[], sign: string): Omit<Lists, 'sign'> | null {
  if (!counted.some(({ level }) => level.includes(sign))) return null
  const items = new Map<string, number>()
  const ofSeveral = new Set<string>()
  const alone = new Set<string>()
  const sizes = new Set<number>()
  // Words and blanks stand in texts too.
  const mayHaveRare = /^\W+$/.test(sign.trim())
  let listed = 0
  let rows = 0
  let several = 0
  let odd = 0
  let example = ''
  for (const [place, { level, rows: count }] of counted.entries()) {
    const parts = level.split(sign).map((part) => part.trim())
    const own = itemsOf(level, sign)
    rows += count
    // A sign at the end is common, another empty part is not.
    if (parts.slice(0, -1).includes('') || own.length < parts.filter((part) => part !== '').length) {
      odd += count
      continue
    }
    for (const item of own) items.set(item, (items.get(item) ?? 0) + count)
    sizes.add(own.length)
    listed += own.length
    if (items.size > mostItems && !mayHaveRare) return null
    if (place === firstLevels && items.size > mostItems && listed < listsOfItem * items.size) return null
    if (own.length === 1) alone.add(own[0])
    if (own.length < 2) continue
    for (const item of own) ofSeveral.add(item)
    several += count
    if (own.length > itemsOf(example, sign).length) example = level
  }
  const isOften = several > 1 && several >= leastShare * rows
  if (!isOften || sizes.size < 2 || odd > mostOdd * rows) return null
  const areOften = mayHaveRare && several >= leastShareOfSome * rows
  const common = commonItems(items, areOften ? rareShare * rows : null)
  const standAlone = [...ofSeveral].filter((item) => alone.has(item)).length
  const areChoices = signsOfLists.has(sign) && standAlone >= 2 && standAlone * 2 >= ofSeveral.size
  const areMany = common !== null && common.length > 2 && listed >= listsOfItem * common.length
  if (!common || !(areMany || areChoices)) return null
  // Of answers with a comma the parts always stand together.
  if (common.length < items.size && combinations(counted, sign, new Set(common)) < common.length) return null
  return areNumbers(ofSeveral, sizes, sign)
    ? null
    : { items: common.length, rare: items.size - common.length, example }
}

/** How many different lists are of several common items alone. */
function combinations(counted: readonly CountedLevel[], sign: string, common: ReadonlySet<string>): number {
  return counted.filter(({ level }) => {
    const own = itemsOf(level, sign)
    return own.length > 1 && own.every((item) => common.has(item))
  }).length
}

/**
 * The items that are choices: all of few short ones, else those in more than `rare` rows, if it is given; `null` if
 * they are not most.
 */
function commonItems(items: ReadonlyMap<string, number>, rare: number | null): readonly string[] | null {
  const all = [...items.keys()]
  if (all.length <= mostItems && all.every((item) => item.length <= longestItem)) return all
  const common = rare === null ? [] : all.filter((item) => items.get(item)! > rare)
  const sum = (some: readonly string[]) => some.reduce((total, item) => total + items.get(item)!, 0)
  return common.length <= mostItems && sum(common) >= leastCommon * sum(all) ? common : null
}

/** More of the items are numbers in dates, some of which have a question mark. */
const mostNumbers = 0.8

/** Numbers with a decimal comma have two parts at most; a word may stand beside them. Dates have slashes. */
function areNumbers(items: ReadonlySet<string>, sizes: ReadonlySet<number>, sign: string): boolean {
  const isNumber = (item: string) =>
    parseNumber(item.replace(/\s*[%‰°º\p{Sc}]?\p{L}{0,3}$|\s\S+$/u, ''), '.') !== null
  const numbers = [...items].filter(isNumber).length
  if (sign === '/') return numbers >= mostNumbers * items.size
  return sign === ',' && Math.max(...sizes) < 3 && numbers === items.size
}

/** ['a', 'b'], ["a"], {a,b} and []: lists as Python, JSON and PostgreSQL write them. */
const bracketed = /^\s*(?:\[(?:\s*(?<quote>['"]).*\k<quote>\s*)?\]|\{.*\}|\((?:'.*'),?\))\s*$/

/**
 * The items of cells that are all lists in brackets; `null` if some are none, or an item has a sign of its
 * own.
 */
function quotedListsIn(
  counted: readonly CountedLevel[],
): { readonly items: readonly string[]; readonly example: string } | null {
  if (!counted.every(({ level }) => bracketed.test(level))) return null
  const lists = counted.map(({ level }) => itemsIn(level))
  const items = [...new Set(lists.flatMap((list) => list ?? []))].sort()
  if (lists.includes(null) || items.length < 2 || items.length > mostItems) return null
  const sizes = lists.map((list) => list!.length)
  const example = counted[sizes.indexOf(Math.max(...sizes))].level
  return sizes.some((size) => size > 1) ? { items, example } : null
}

/** The items of a list in brackets, without quotes; `null` if one is none. */
function itemsIn(list: string): readonly string[] | null {
  const inside = list.trim().slice(1, -1).replace(/,\s*$/, '')
  const items = itemsOf(inside, ',').map((item) => item.replace(/^(['"])(.*)\1$/, '$2').trim())
  return items.every((item) => item !== '' && item.length <= longestItem && !/['"[\]{}():\\]/.test(item))
    ? items
    : null
}

/** A query that puts an indicator of each item in the place of columns of lists in brackets. */
function indicatorsQuery(
  columns: readonly { readonly name: string; readonly items: readonly string[] }[],
): string {
  const parts = columns.flatMap(({ name, items }) => {
    const column = queryColumn(name)
    const inside = `regexp_replace(${column}, '[\\[\\](){}"'']', '', 'g')`
    const list = `list_transform(string_split(${inside}, ','), x -> trim(x))`
    return items.map(
      (item) =>
        `CAST(list_contains(${list}, ${queryValue(item)}) AS INTEGER) AS ${queryColumn(indicatorName(name, item))}`,
    )
  })
  return `SELECT * EXCLUDE (${columns.map(({ name }) => queryColumn(name)).join(', ')}), ${parts.join(', ')} FROM data`
}

/** Cells that are lists of a program, with the query that makes an indicator of each item. */
export function quotedListWarning(columns: readonly CountedLevels[]): readonly Warning[] {
  const found = columns.flatMap(({ name, counted }) => {
    const lists = quotedListsIn(counted)
    return lists ? [{ name, ...lists }] : []
  })
  if (found.length === 0) return []
  const names = found.map(({ name }) => name)
  const list = found.map(({ name, items, example }) => `${name} (${example}, ${items.length} items)`)
  const why = `cells that are lists in brackets: ${firstFew(list, mostColumns)}`
  const query = indicatorsQuery(found)
  return [queryWarning({ code: 'lists', columns: names, why, query }, 'for an indicator of each item say')]
}
