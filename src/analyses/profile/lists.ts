import { itemsOf, parseNumber } from '#core'
import type { CountedLevel } from './counted-levels.ts'

/** The signs between items that are looked for; a comma last, because texts have commas, and then blanks. */
const signs = [';', '|', ',']
/** More items than these are no choices. */
const mostItems = 50
/** Longer items are sentences. */
const longestItem = 40
/** At least so many of the rows with a value have several items. */
const leastShare = 0.05
/** Each item is in so many different lists on average. */
const listsOfItem = 2

/** The sign between the items of cells that are lists, and the items; `null` if they are none. */
export function listsIn(
  counted: readonly CountedLevel[],
): { readonly sign: string; readonly items: number; readonly example: string } | null {
  for (const sign of signs) {
    const found = listsBy(counted, sign)
    if (found) return { sign, ...found }
  }
  return wordLists(counted)
}

/** Lists by blanks, as forms of surveys write them: some are of three words or more, and most words are a list alone too. */
function wordLists(counted: readonly CountedLevel[]): ReturnType<typeof listsIn> {
  const found = listsBy(counted, ' ')
  if (!found || itemsOf(found.example, ' ').length < 3) return null
  const alone = counted.filter(({ level }) => itemsOf(level, ' ').length === 1).length
  return alone * 4 >= found.items * 3 ? { sign: ' ', ...found } : null
}

/**
 * Lists are cells with one, two and more of few items, none of them twice, each in several different lists. A name
 * and its first name, a town and its country, or an answer and what limits it share a sign too, but most of their
 * parts are in one cell only, or there are always as many.
 */
function listsBy(
  counted: readonly CountedLevel[],
  sign: string,
): { readonly items: number; readonly example: string } | null {
  const items = new Set<string>()
  const sizes = new Set<number>()
  let listed = 0
  let rows = 0
  let several = 0
  let example = ''
  for (const { level, rows: count } of counted) {
    const parts = level.split(sign).map((part) => part.trim())
    const own = itemsOf(level, sign)
    // A sign at the end is common, another empty part is not.
    if (parts.slice(0, -1).includes('') || own.length < parts.filter((part) => part !== '').length)
      return null
    for (const item of own) {
      if (item.length > longestItem) return null
      items.add(item)
    }
    if (items.size > mostItems) return null
    sizes.add(own.length)
    listed += own.length
    rows += count
    if (own.length < 2) continue
    several += count
    if (own.length > itemsOf(example, sign).length) example = level
  }
  const isOften = several > 1 && several >= leastShare * rows
  if (!isOften || sizes.size < 2 || items.size < 3 || listed < listsOfItem * items.size) return null
  return areNumbersWithCommas(items, sizes, sign) ? null : { items: items.size, example }
}

/** Numbers with a decimal comma have two parts at most. */
function areNumbersWithCommas(items: ReadonlySet<string>, sizes: ReadonlySet<number>, sign: string): boolean {
  return sign === ',' && Math.max(...sizes) < 3 && [...items].every((item) => parseNumber(item, '.') !== null)
}
