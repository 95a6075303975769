import { walkTree } from '../statistics/set-tree.ts'
import type { SetTree } from '../statistics/set-tree.ts'

/** Rows in groups, numbered from 0. */
interface Groups {
  readonly of: Int32Array
  readonly count: number
}

/** The level of each row, numbered from 0. */
interface Levels {
  readonly of: Int32Array
  readonly count: number
}

/** Groups that a table of all combinations would leave mostly empty are found by a map. */
const widestTable = 1 << 22

/**
 * The share of rows that have the most frequent class among the rows equal to them, for each set of a tree:
 * 1 − Σ (size of a group − its majority)/n over the groups of equal rows. Columns and classes are levels 0, 1, 2, ….
 */
export function consistencies(
  columns: readonly Float64Array[],
  classes: Float64Array,
  weights: Float64Array,
  tree: SetTree,
): Float64Array {
  const n = weights.reduce((sum, weight) => sum + weight, 0)
  const levels = columns.map(levelsOf)
  const labels = levelsOf(classes)
  const shares = new Float64Array(tree.parent.length)
  const isAsked = new Uint8Array(tree.parent.length)
  for (const node of tree.node) isAsked[node] = 1
  const path: Groups[] = []
  walkTree(tree, (node, depth) => {
    path[depth] =
      node === 0
        ? { of: new Int32Array(classes.length), count: 1 }
        : split(path[depth - 1], levels[tree.column[node]])
    if (isAsked[node] === 1) shares[node] = majorities(path[depth], labels, weights) / n
  })
  return shares
}

function levelsOf(column: Float64Array): Levels {
  return {
    of: Int32Array.from(column),
    count: column.reduce((most, level) => Math.max(most, level + 1), 0),
  }
}

/** Groups whose rows are also of one level, in the order in which they are met. */
function split(groups: Groups, levels: Levels): Groups {
  const rows = groups.of.length
  // Rows that are alone stay so.
  if (groups.count === rows) return groups
  const of = new Int32Array(rows)
  let count = 0
  if (groups.count * levels.count <= widestTable) {
    // 1 more than the new group's number, 0 where none was met.
    const known = new Int32Array(groups.count * levels.count)
    for (let row = 0; row < rows; row++) {
      const cell = groups.of[row] * levels.count + levels.of[row]
      if (known[cell] === 0) known[cell] = ++count
      of[row] = known[cell] - 1
    }
    return { of, count }
  }
  const known = new Map<number, number>()
  for (let row = 0; row < rows; row++) {
    const cell = groups.of[row] * levels.count + levels.of[row]
    const group = known.get(cell)
    of[row] = group ?? count
    if (group === undefined) known.set(cell, count++)
  }
  return { of, count }
}

/** The weight of the rows that have the heaviest class of their group. */
function majorities(groups: Groups, labels: Levels, weights: Float64Array): number {
  const withLabel = split(groups, labels)
  const weight = new Float64Array(withLabel.count)
  const most = new Float64Array(groups.count)
  for (let row = 0; row < weights.length; row++) {
    const group = groups.of[row]
    const sum = weight[withLabel.of[row]] + weights[row]
    weight[withLabel.of[row]] = sum
    if (sum > most[group]) most[group] = sum
  }
  let sum = 0
  for (let group = 0; group < most.length; group++) sum += most[group]
  return sum
}
