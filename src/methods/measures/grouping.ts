import type { Counts } from '#core'
import { entropyOf, mutualInformation } from './quantities.ts'
import { tableEstimators } from './table-estimators.ts'

/** A function f of levels: the group of each level, groups numbered in order of first appearance. */
export type Grouping = readonly number[]

/** Numbers groups, given by arbitrary names, in order of first appearance. */
export function numberGroups(names: readonly unknown[]): Grouping {
  const numbers = new Map<unknown, number>()
  return names.map((name) => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  })
}

/** How many groups there are. */
export function countGroups(groups: Grouping): number {
  return groups.reduce((most, group) => Math.max(most, group + 1), 0)
}

/** The table of f(X) × C from the table of X × C; a group is named by its levels, `a | b`. */
export function groupRows({ levels: [rows, classes], cells }: Counts, groups: Grouping): Counts {
  const names: string[] = []
  const grouped = new Float64Array(countGroups(groups) * classes.length)
  rows.forEach((level, row) => {
    const group = groups[row]
    names[group] = group in names ? `${names[group]} | ${level}` : String(level)
    for (let c = 0; c < classes.length; c++)
      grouped[group * classes.length + c] += cells[row * classes.length + c]
  })
  return { levels: [names, classes], cells: grouped }
}

/** The entropy H[f(X)] and the information I[C;f(X)] of a grouping, plug-in, in bits. */
export function measureGrouping(
  table: Counts,
  groups: Grouping,
): { readonly entropy: number; readonly information: number } {
  const estimate = tableEstimators['plug-in'](groupRows(table, groups))
  return { entropy: estimate(entropyOf([0])), information: estimate(mutualInformation([0], [1])) }
}
