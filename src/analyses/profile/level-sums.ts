import { firstFew, isTotal, isTotalOf, queryColumn, queryOption, queryValue } from '#core'
import type { Warning } from '#core'
import { levelText, mostColumns, mostGroups } from './counted-levels.ts'
import type { CountedLevel, CountedLevels } from './counted-levels.ts'

/**
 * Levels that sum up the others of their column, such as Total, or those of another, such as Total North: their rows count
 * what other rows count already.
 */
export function totalWarning(columns: readonly CountedLevels[]): readonly Warning[] {
  const all = new Set(columns.flatMap(({ counted }) => counted.map(({ level }) => level.trim())))
  const isSum = ({ level }: CountedLevel) => isTotal(level) || isTotalOf(level, (part) => all.has(part))
  const found = columns.flatMap(({ name, counted }) => {
    const stars = starsAmong(counted)
    const sums = counted.filter((one) => isSum(one) || stars.includes(one))
    return sums.length > 0 && counted.length - sums.length > 1 ? [{ name, sums }] : []
  })
  if (found.length === 0) return []
  const list = found.map(({ name, sums }) => {
    return `${name} (${firstFew(sums.map(levelText), mostGroups)})`
  })
  // A level that is missing is none of them.
  const conditions = found.map(({ name, sums }) => {
    const values = sums.map(({ level }) => queryValue(level)).join(', ')
    return `coalesce(${queryColumn(name)}, '') NOT IN (${values})`
  })
  const query = `SELECT * FROM data WHERE ${conditions.join(' AND ')}`
  const message = `levels that may sum up others: ${firstFew(list, mostColumns)}; leave their rows out by ${queryOption(query)}`
  return [{ code: 'totals', columns: found.map(({ name }) => name), message, query }]
}

/** The sums have stars for a name. */
const starsAlone = /^\s*\*{1,3}\s*$/

/** Rare levels of stars alone beside many others, as business software marks its sums; others mark what is significant. */
function starsAmong(counted: readonly CountedLevel[]): readonly CountedLevel[] {
  const found = counted.filter(({ level }) => starsAlone.test(level))
  const rowsOf = (levels: readonly CountedLevel[]) => levels.reduce((sum, { rows }) => sum + rows, 0)
  const areFew = found.length * 4 <= counted.length && rowsOf(found) * 10 <= rowsOf(counted)
  return areFew ? found : []
}
