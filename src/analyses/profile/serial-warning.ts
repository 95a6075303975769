import { firstFew } from '#core'
import type { Warning } from '#core'
import { isSorted, runsOf, serialOfClasses, serialOfNumbers } from '../measures/serial-dependence.ts'
import type { InspectedRows } from './row-dependence.ts'

/** So many rows and columns are looked at, from the first on. */
const most = { rows: 4096, columns: 400 }
/** The target follows the rows before it from so many standard errors on, and a column, as there are more of them. */
const fewestErrors = { target: 3.3, column: 4.5 }
/** The product of both autocorrelations, which widens the distribution of a score by (1 + ab)/(1 − ab). */
const leastProduct = 0.08
/** A column of fewer levels, each in few runs, divides the file. */
const mostBlocks = 10
/** Runs for each level of such a column. */
const runsPerLevel = 3

/**
 * Warns where the target and columns both follow the rows before them, within the target's classes and within the blocks that columns
 * of few levels make of the file. Where one of the two does not, a test of their dependence is valid. A file sorted by its target or by
 * the numbers of one column says nothing, unless these are times.
 */
export function serialWarning(rows: InspectedRows, name: string): Warning | null {
  const { hasClasses } = rows
  const target = rows.target!.subarray(0, most.rows)
  if (!hasClasses && isSorted(target)) return null
  const alone = hasClasses ? serialOfClasses(target) : serialOfNumbers(target, new Uint8Array(target.length))
  if (alone.z < fewestErrors.target) return null
  const columns = rows.columns
    .slice(0, most.columns)
    .map(({ column, values }) => ({ column, values: values.subarray(0, most.rows) }))
  const isSorting = ({ column, values }: (typeof columns)[number]) =>
    column.type === 'numeric' && !column.time && isSorted(values) && !isCounter(values)
  const blocks = columns.filter(({ values }) => isInBlocks(values)).map(({ values }) => values)
  if (columns.some((one) => isSorting(one) && !isInBlocks(one.values))) return null
  const ofTarget = hasClasses ? alone : serialOfNumbers(target, combined(blocks, target))
  if (ofTarget.z < fewestErrors.target) return null
  const levels = combined(hasClasses ? [target, ...blocks] : blocks, target)
  const following = columns
    .filter(({ column, values }) => column.type === 'numeric' && !column.time && !isInBlocks(values))
    .map(({ column, values }) => ({ column, ...serialOfNumbers(values, levels) }))
    .filter(({ r, z }) => z >= fewestErrors.column && r * ofTarget.r >= leastProduct)
    .sort((a, b) => b.r - a.r)
  if (following.length === 0) return null
  const time = rows.columns.find(({ column }) => column.time)?.column.name
  const names = firstFew(
    following.map(({ column, r }) => `${column.name} ${r.toFixed(2)}`),
    3,
  )
  const remedy = `part the rows by ${time === undefined ? '--time and a column of times' : `--time ${time}`}, or by --group and a column of groups`
  const message = `rows are not independent: ${name} and ${following.length} ${following.length === 1 ? 'column follows' : 'columns follow'} the rows before them (autocorrelation ${ofTarget.r.toFixed(2)}; ${names}), so that columns of noise look significant (${remedy})`
  return { code: 'dependent-rows', column: following[0].column.name, message }
}

/** Whether few levels divide the file into blocks. */
function isInBlocks(values: Float64Array): boolean {
  const { runs, levels } = runsOf(values, mostBlocks)
  return levels < mostBlocks && runs <= runsPerLevel * levels
}

/** Whether numbers count the rows in equal steps. */
function isCounter(values: Float64Array): boolean {
  return values.every((value, row) => row < 2 || value - values[row - 1] === values[1] - values[0])
}

/** The levels of several columns together, as one number for each row. */
function combined(columns: readonly Float64Array[], { length }: Float64Array): ArrayLike<number> {
  const numbers = new Map<string, number>()
  return Int32Array.from({ length }, (_, row) => {
    const key = columns.map((values) => values[row]).join(' ')
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  })
}
